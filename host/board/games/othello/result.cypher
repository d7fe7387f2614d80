// Who has more discs has won; nobody, where both have as many.
MATCH (c:Cell)
WITH count(CASE c.state WHEN 'X' THEN 1 END) AS black, count(CASE c.state WHEN 'O' THEN 1 END) AS white
RETURN CASE WHEN black > white THEN 'X' WHEN white > black THEN 'O' END AS winner
