/**
 * @file The shapes of what the server says, as `host/web/PROTOCOL.md` describes them. There is nothing to run
 * here.
 */

/** @typedef {"black" | "white"} Colour */
/** @template T @typedef {{black: T, white: T}} ByColour */
/** @typedef {{game: string, size: number, start: string, moves: string[]}} Position */

/**
 * @typedef {object} Lies what lies on a board
 * @property {string} board
 * @property {Colour | null} turn
 * @property {"move" | "pass" | "over"} phase
 * @property {string[]} legal
 * @property {ByColour<number>} counts
 * @property {Colour | null} winner
 */

/** @typedef {{colour: Colour, move: string, flips: string[], board: string, counts: ByColour<number>}} Ply */

/**
 * @typedef {object} Round what a player was asked and answered
 * @property {number} ply
 * @property {Colour} colour
 * @property {string | null} query
 * @property {Record<string, unknown>} params
 * @property {number | null} rows
 * @property {Record<string, unknown>} entries
 * @property {unknown} thinking
 * @property {string[]} warnings
 * @property {number} ask_ms
 * @property {number} query_ms
 * @property {boolean} [hidden]
 */

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {number[]} sizes
 * @property {string[]} starts
 * @property {"disc" | "mark"} disc
 * @property {string} cell what a cell is in the graph
 * @property {Example[]} examples
 */

/** @typedef {{title: string, text: string, query: string}} Example */

/**
 * @typedef {object} About
 * @property {string} version
 * @property {Game[]} games
 * @property {{id: string, name: string}[]} databases
 * @property {string[]} addresses
 * @property {boolean} open
 * @property {{name: string, games: {game: string, sizes: number[]}[]} | null} evaluator
 * @property {boolean} hide_queries
 */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} type
 * @property {unknown} default
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {string[]} [choices]
 * @property {string} [line]
 */

/**
 * @typedef {object} Player
 * @property {string} name
 * @property {string} spec
 * @property {string} kind
 * @property {"blind" | "open" | "person"} class
 * @property {string} version
 * @property {string} author
 * @property {string} line
 * @property {{game: string, sizes: number[], starts: string[]}[]} plays
 * @property {Option[]} options
 * @property {{rating: number, error: number | null, games: number} | null} rating
 */

/** @typedef {{players: Player[], broken: {file: string, why: string}[]}} Players */

/**
 * @typedef {object} LiveGame
 * @property {string} id
 * @property {string} game
 * @property {number} size
 * @property {string} black
 * @property {string} white
 * @property {number} plies
 * @property {ByColour<number>} counts
 * @property {boolean} over
 * @property {number} watchers
 * @property {string} url
 */

/** @typedef {{id: string, watch: string, organiser: string, black: string | null, white: string | null}} Made */

/**
 * @typedef {object} Seated
 * @property {string} name
 * @property {string} player
 * @property {string} [spec] who plays, with options
 * @property {string} version
 * @property {string} author
 * @property {string} class
 * @property {boolean} person
 * @property {boolean} here
 */

/**
 * @typedef {object} GameFacts
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {number} size
 * @property {string} start
 * @property {number} seed
 * @property {string} database
 * @property {Record<"move_ms" | "first_move_ms" | "clock_ms" | "increment_ms", number | null>} time
 * @property {Seated} black
 * @property {Seated} white
 * @property {boolean} hide_queries
 * @property {boolean} window
 * @property {string} initial
 */

/** @typedef {{black: number | null, white: number | null, running: Colour | null, limit: number | null}} Clocks */

/**
 * @typedef {object} End
 * @property {"win" | "draw" | "void"} result
 * @property {Colour | null} winner
 * @property {string | null} name
 * @property {"discs" | "forfeit" | "void"} by
 * @property {string | null} reason
 * @property {string | null} why
 * @property {ByColour<number>} counts
 */

/**
 * @typedef {object} State a live game, with who looks at it
 * @property {number} version
 * @property {{organiser: boolean, seats: Colour[]}} you
 * @property {{watch: string, organiser: string, black: string | null, white: string | null} | null} links
 * @property {GameFacts} game
 * @property {Ply[]} plies
 * @property {Round[]} rounds
 * @property {Lies} position
 * @property {Clocks} clocks
 * @property {{auto: boolean, delay_ms: number, waiting: boolean}} pace
 * @property {string[]} redo
 * @property {{number: number, from: Colour, plies: number} | null} offer
 * @property {{colour: Colour, square: string, message: string} | null} illegal
 * @property {End | null} end
 * @property {{black: boolean, white: boolean, watchers: number}} present
 */

/**
 * @typedef {object} Change
 * @property {number} version
 * @property {string} what
 * @property {Colour} [colour]
 * @property {{plies?: number, rounds?: number}} [cut]
 * @property {{plies?: Ply[], rounds?: Round[]}} [push]
 * @property {Partial<State> & {hide_queries?: boolean}} [set]
 */

/** @typedef {{operator: string, depth: number, details: string, rows: number | null, hits: number | null, ms: number | null}} Step */

/**
 * @typedef {object} Fault
 * @property {string} message
 * @property {string} [code]
 * @property {string | null} [hint]
 * @property {[number, number] | null} [span]
 * @property {number} [line]
 * @property {number} [column]
 */

/**
 * @typedef {object} Answer what a query gave
 * @property {string[]} columns
 * @property {unknown[][]} rows
 * @property {number} more
 * @property {number} took_ms
 * @property {string[]} warnings
 * @property {{nodes: string[], relationships: string[], squares: string[]}} lit
 * @property {{square: string, legal: boolean} | null} move
 * @property {Step[] | null} plan
 * @property {Fault | null} error
 */

/** @typedef {{id: string, labels: string[], properties: Record<string, unknown>, square: string | null}} GraphNode */
/** @typedef {{id: string, type: string, from: string, to: string, properties: Record<string, unknown>}} GraphEdge */
/** @typedef {{nodes: GraphNode[], relationships: GraphEdge[]}} Graph */

/**
 * @typedef {object} Evaluation in discs for `colour`
 * @property {number} score
 * @property {Colour} colour
 * @property {string} best
 * @property {number} depth
 * @property {boolean} exact
 * @property {string[]} line
 * @property {{square: string, score: number}[]} [squares]
 */

/**
 * @typedef {object} Summary a game of the history
 * @property {number} number
 * @property {string} began
 * @property {string} game
 * @property {number} size
 * @property {string} start
 * @property {string} black
 * @property {string} white
 * @property {"played" | "forfeit" | "void"} ending
 * @property {Colour | null} winner
 * @property {string | null} why
 * @property {ByColour<number>} counts
 * @property {number | Ply[]} plies
 */

/**
 * @typedef {Omit<Summary, "plies"> & {initial: string, plies: Ply[], rounds: Round[], seed: number, time: string,
 *   database: string, players: ByColour<{name: string, version: string, class: string}>}} OldGame
 */

/**
 * @typedef {object} Rated
 * @property {string} name
 * @property {string} class
 * @property {number} rating
 * @property {number | null} error
 * @property {number} games
 * @property {number} points
 * @property {number | null} above_next
 */

/** @typedef {{players: Rated[], anchor: {name: string, rating: number} | null}} Ratings */

/**
 * @typedef {object} ContestSummary
 * @property {string} name
 * @property {string} format
 * @property {string[]} players
 * @property {number} played
 * @property {number | null} planned
 * @property {boolean} running
 */

/**
 * @typedef {object} InPlay a game of a contest that is being played
 * @property {number} number
 * @property {string} black
 * @property {string} white
 * @property {string} board
 * @property {string | null} last
 * @property {number} plies
 */

/**
 * @typedef {ContestSummary & {disc: "disc" | "mark", boards: InPlay[], ratings: Ratings, crosstable: (number | null)[][], games: Summary[]}} Contest
 */

export {};
