MATCH (game:GAME)
RETURN game.winner AS winner
