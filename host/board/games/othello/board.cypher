MATCH (c:Cell)
RETURN c AS cell, c.state AS mark
