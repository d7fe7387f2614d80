/**
 * @file What the page and the server say to each other; `host/web/PROTOCOL.md` says what it means. Generated from
 * `host/web/src/protocol` by its test; there is nothing to run here.
 */

// What the server is and offers
/**
 * @typedef {{version: string, games: OfferedGame[], databases: OfferedDatabase[], addresses: string[], open: boolean,
 *   hide_queries: boolean, evaluator: Evaluator | null}} About
 */
/** @typedef {{address: string, only_here: boolean}} Invitation */
/**
 * @typedef {{name: string, title: string, sizes: number[], starts: string[], disc: Stones, cell: string, examples:
 *   Example[]}} OfferedGame
 */
/** @typedef {{title: string, text: string, query: string}} Example */
/** @typedef {"embedded" | "server"} Database */
/** @typedef {{id: Database, name: string}} OfferedDatabase */
/** @typedef {{name: string, games: EvaluatorGame[]}} Evaluator */
/** @typedef {{game: string, sizes: number[]}} EvaluatorGame */

// Boards and moves
/** @typedef {"black" | "white"} Colour */
/** @template T @typedef {{black: T, white: T}} ByColour */
/** @typedef {string} Square */
/** @typedef {string} Move */
/** @typedef {"disc" | "mark"} Stones */
/** @typedef {{game: string, size: number, start: string, moves: Move[]}} Position */
/** @typedef {{game?: string, size?: number | null, start?: string | null, moves?: Move[]}} PositionRequest */
/** @typedef {{text: string, game?: string, size?: number | null, start?: string | null}} PastedText */
/** @typedef {"move" | "pass" | "over"} BoardPhase */
/**
 * @typedef {{board: string, turn: Colour | null, phase: BoardPhase, legal: Square[], counts: ByColour<number>,
 *   winner: Colour | null}} BoardState
 */
/** @typedef {{colour: Colour, move: Move, flips: Square[], board: string, counts: ByColour<number>}} Ply */
/** @typedef {{initial: string, plies: Ply[], position: BoardState}} MovesShown */
/** @typedef {{position: Position, names: ByColour<string> | null}} ReadPosition */

// Bots that were written on the page
/** @typedef {{bots: BotSummary[], is_of_browser: boolean}} BotList */
/** @typedef {{name: string, game: string, version: number, saved: string}} BotSummary */
/** @typedef {{name: string, game: string, versions: SavedVersion[], running: string[]}} Bot */
/** @typedef {{number: number, query: string, saved: string}} SavedVersion */
/** @typedef {{name: string, query: string, game?: string}} NewVersion */
/** @typedef {{file?: string, name?: string | null}} BroughtFile */
/** @typedef {{version: number, player?: string | null, against?: number | null}} NewTrialGames */
/** @typedef {{contest: string}} TrialGames */

// What the page says over its connection to a game
/**
 * @typedef {{type: "hello", key: string | null} | {type: "play", ply: number, square: Square, colour?: Colour | null}
 *   | {type: "resign", colour?: Colour | null} | {type: "undo", colour?: Colour | null} | {type: "redo", colour?:
 *   Colour | null} | {type: "go-to", plies: number, colour?: Colour | null} | {type: "answer", number: number,
 *   accept: boolean} | {type: "step"} | {type: "pace", auto: boolean, delay_ms?: number | null} | {type: "queries",
 *   hide: boolean} | {type: "stop"}} ClientCommand
 */

// Contests in the user's data folder
/** @typedef {{contests: ContestSummary[]}} ContestList */
/**
 * @typedef {{name: string, format: ContestFormat, players: string[], played: number, planned: number | null, running:
 *   boolean}} ContestSummary
 */
/** @typedef {"round-robin" | "gauntlet" | "swiss" | "knockout"} ContestFormat */
/**
 * @typedef {{name: string, format: ContestFormat, players: string[], played: number, planned: number | null, running:
 *   boolean, stoppable: boolean, said: string | null, ratings: Ratings, order: string[], crosstable: ((number |
 *   null)[])[], places: ContestPlace[], rounds: ContestRound[], games: GameSummary[], disc: Stones, boards:
 *   ContestBoard[]}} Contest
 */
/**
 * @typedef {{place: number, name: string, points: number | null, buchholz: number | null, byes: number, lost_in:
 *   number | null}} ContestPlace
 */
/** @typedef {{meetings: ContestMeeting[], byes: string[]}} ContestRound */
/** @typedef {{players: string[], points: number[], over: boolean, winner: string | null}} ContestMeeting */
/**
 * @typedef {{number: number, black: string, white: string, board: string, last: string | null, plies: number}}
 *   ContestBoard
 */

// What positions are worth
/** @typedef {{position: PositionRequest, seconds?: number | null, squares?: boolean}} EvaluationRequest */
/**
 * @typedef {{position: Position, score: number, colour: Colour, best: string, depth: number, exact: boolean, line:
 *   string[], squares: SquareScore[]}} Evaluation
 */
/** @typedef {{square: Square, score: number}} SquareScore */
/**
 * @typedef {{position: Position, left: number, before: number, scores: (number | null)[], lost: ByColour<number>,
 *   turning_points: TurningPoint[]}} Review
 */
/**
 * @typedef {{number: number, colour: Colour, played: Square, lost: number, best: Square, score: number, line:
 *   string[], reversal: Reversal | null}} TurningPoint
 */
/** @typedef {"win-to-draw" | "win-to-loss" | "draw-to-loss"} Reversal */

// Live games
/** @typedef {{games: LiveGame[]}} GameList */
/**
 * @typedef {{id: string, game: string, size: number, black: string, white: string, plies: number, counts:
 *   ByColour<number>, board: string, last: Square | null, disc: Stones, over: boolean, void: boolean, waits: boolean,
 *   watchers: number, url: string}} LiveGame
 */
/**
 * @typedef {{game?: string, size?: number | null, start?: string | null, moves?: Move[], black: NewSeat, white:
 *   NewSeat, time?: NewTime, database?: Database, seed?: number | null, auto?: boolean | null, delay_ms?: number,
 *   hide_queries?: boolean | null}} NewGame
 */
/** @typedef {{spec: string, here?: boolean}} NewSeat */
/** @typedef {{move_s?: number | null, clock?: string | null}} NewTime */
/** @typedef {{watch: string, organiser: string, black: string | null, white: string | null}} GameLinks */
/** @typedef {{key: string, swap?: boolean}} PlayAgain */
/** @typedef {{id: string}} NextGame */
/** @typedef {{id: string, watch: string, organiser: string, black: string | null, white: string | null}} MadeGame */

// Games that are over, and what they say of everybody's strength
/**
 * @typedef {{player?: string | null, result?: string | null, before?: number | null, limit?: number | null}}
 *   HistoryFilter
 */
/** @typedef {{class?: string | null, pool?: string | null}} RatingsFilter */
/** @typedef {{games: GameSummary[], more: boolean}} GamePage */
/**
 * @typedef {{number: number, began: string, game: string, size: number, start: string, black: string, white: string,
 *   ending: Ending, winner: Colour | null, why: string | null, counts: ByColour<number>}} GameFacts
 */
/** @typedef {"played" | "forfeit" | "void"} Ending */
/**
 * @typedef {{number: number, began: string, game: string, size: number, start: string, black: string, white: string,
 *   ending: Ending, winner: Colour | null, why: string | null, counts: ByColour<number>, plies: number}} GameSummary
 */
/**
 * @typedef {{number: number, began: string, game: string, size: number, start: string, black: string, white: string,
 *   ending: Ending, winner: Colour | null, why: string | null, counts: ByColour<number>, initial: string, plies:
 *   Ply[], position: BoardState, rounds: Round[], seed: number, time: string, database: string, players:
 *   ByColour<StoredPlayer>, series: GameSummary[]}} StoredGame
 */
/** @typedef {{name: string, version: string, class: string}} StoredPlayer */
/** @typedef {{pool: string | null, pools: string[], players: RatedPlayer[], anchor: Anchor | null}} Ratings */
/**
 * @typedef {{name: string, class: string, rating: number, low: number | null, high: number | null, games: number,
 *   points: number, above_next: number | null}} RatedPlayer
 */
/** @typedef {{name: string, rating: number}} Anchor */

// The ladder
/**
 * @typedef {{title: string, game: string, size: number, example: string, phase: LadderPhase, starts: number | null,
 *   ends: number | null, now: number, move_ms: number, allows_code: boolean, largest_upload: number, people: number,
 *   games: number, waiting: number, table: LadderPlace[], newcomers: string[], latest: LadderGame[], boards:
 *   ContestBoard[], disc: Stones, final_round: LadderFinal | null}} Ladder
 */
/** @typedef {"before" | "open" | "closing" | "final" | "over"} LadderPhase */
/**
 * @typedef {{rank: number | null, person: number, name: string, boss: boolean, rating: number, error: number,
 *   version: number, number: number, games: number, wins: number, draws: number, losses: number, forfeits: number,
 *   badges: string[]}} LadderPlace
 */
/**
 * @typedef {{id: number, black: LadderSide, white: LadderSide, points: number, discs: number[], fault: string | null,
 *   reason: string | null, in_final: boolean, began: number}} LadderGame
 */
/** @typedef {{person: number, name: string, version: number, number: number}} LadderSide */
/**
 * @typedef {{id: number, black: LadderSide, white: LadderSide, points: number, discs: number[], fault: string | null,
 *   reason: string | null, in_final: boolean, began: number, disc: Stones, boards: string[], moves: string[]}}
 *   LadderReplay
 */
/** @typedef {{played: number, planned: number, places: LadderFinalPlace[]}} LadderFinal */
/** @typedef {{rank: number, person: number, name: string, points: number, byes: number}} LadderFinalPlace */
/**
 * @typedef {{id: number, name: string, boss: boolean, muted: boolean, removed: boolean, badges: string[], versions:
 *   LadderVersion[], comparisons: LadderComparison[]}} LadderPerson
 */
/**
 * @typedef {{id: number, number: number, submitted: number, form: LadderForm, size: number | null, verdict:
 *   LadderVerdict, words: string | null, rating: number | null, error: number | null, wins: number, draws: number,
 *   losses: number, faults: LadderFault[], public: boolean}} LadderVersion
 */
/**
 * @typedef {{id: number, tried: number, against: number, began: number, wins: number, draws: number, losses: number,
 *   outcome: LadderOutcome | null}} LadderComparison
 */
/** @typedef {"stronger" | "no-gain" | "unclear" | "stopped" | "failed"} LadderOutcome */
/** @typedef {{tried: number, against: number}} LadderCompare */
/** @typedef {"query" | "pack" | "library" | "program" | "installed"} LadderForm */
/** @typedef {{reason: string, games: number}} LadderFault */
/** @typedef {"waiting" | "refused" | "accepted"} LadderVerdict */
/**
 * @typedef {{author: LadderSide, version: LadderVersion, query: string | null, sha256: string | null, games:
 *   LadderGame[]}} LadderVersionPage
 */
/** @typedef {{name: string, code: string}} LadderJoin */
/** @typedef {{person: number, name: string, key: string}} LadderAccount */
/** @typedef {{query: string}} LadderSubmission */
/** @typedef {{name?: string}} LadderUpload */
/** @typedef {{version: number, number: number}} LadderReceipt */
/** @typedef {{public: boolean}} LadderReveal */

// The lessons
/** @typedef {{lessons: LessonSummary[], keeps: boolean}} LessonList */
/** @typedef {{name: string, title: string, part: string, passed: boolean}} LessonSummary */
/**
 * @typedef {{name: string, title: string, part: string, text: string, task: string, start: string, tried: string |
 *   null, hints: string[], shown: number, position: Position, disc: Stones, takes_part: boolean}} LessonPage
 */
/** @typedef {{shown: number}} SeenHints */
/** @typedef {{query: string}} LessonQuery */
/**
 * @typedef {{passed: boolean, text: string, mistake: string | null, finding: LessonFinding | null, games:
 *   LessonGame[]}} LessonVerdict
 */
/** @typedef {{position: Position, text: string, missing: Square[], surplus: Square[]}} LessonFinding */
/** @typedef {{colour: Colour, text: string, points: number, position: Position}} LessonGame */
/** @typedef {{query: string}} LessonSolution */
/**
 * @typedef {{person: number, name: string, passed: string[], at: string, tries: number, hints: number, last: number}}
 *   Learner
 */

// What the server says over the connection to a game
/**
 * @typedef {({type: "state"} & GameState) | ({type: "change"} & Change) | {type: "alive"} | {type: "refused",
 *   message: string, square: Square | null}} ServerMessage
 */
/**
 * @typedef {{version: number, you: Visitor, links: GameLinks | null, game: GameInfo, plies: Ply[], rounds: Round[],
 *   position: BoardState, clocks: Clocks, pace: Pace, redo: Move[], offer: Offer | null, illegal: IllegalMove | null,
 *   end: GameEnd | null, present: Present, next: string | null, obstacle: string | null}} GameState
 */
/** @typedef {{version: number, what: ChangeKind, colour?: Colour, cut?: Cut, push?: Push, set?: Replaced}} Change */
/**
 * @typedef {"start" | "turn" | "round" | "move" | "pass" | "go-to" | "forfeit" | "end" | "pace" | "offer" | "refusal"
 *   | "present" | "again" | "queries" | "obstacle"} ChangeKind
 */
/** @typedef {{plies: number, rounds: number}} Cut */
/** @typedef {{plies?: Ply[], rounds?: Round[]}} Push */
/**
 * @typedef {{position?: BoardState, clocks?: Clocks, pace?: Pace, redo?: Move[], offer?: Offer | null, illegal?:
 *   IllegalMove | null, end?: GameEnd | null, present?: Present, next?: string, obstacle?: string | null,
 *   hide_queries?: boolean}} Replaced
 */
/** @typedef {{organiser: boolean, seats: Colour[]}} Visitor */
/**
 * @typedef {{id: string, game: string, title: string, disc: Stones, size: number, start: string, seed: number,
 *   database: string, time: TimeLimits, black: SeatInfo, white: SeatInfo, hide_queries: boolean, window: boolean,
 *   initial: string}} GameInfo
 */
/**
 * @typedef {{move_ms: number | null, first_move_ms: number | null, clock_ms: number | null, increment_ms: number |
 *   null}} TimeLimits
 */
/**
 * @typedef {{name: string, player: string, version: string, author: string, class: PlayerClass, person: boolean,
 *   here: boolean}} SeatInfo
 */
/**
 * @typedef {{ply: number, colour: Colour, query: string | null, params: {[name: string]: unknown}, rows: number |
 *   null, entries: {[name: string]: unknown}, thinking: unknown | null, warnings: string[], ask_ms: number, query_ms:
 *   number, hidden?: boolean}} Round
 */
/** @typedef {{black: number | null, white: number | null, running: Colour | null, limit: number | null}} Clocks */
/** @typedef {{auto: boolean, delay_ms: number, waiting: boolean}} Pace */
/** @typedef {{number: number, from: Colour, plies: number}} Offer */
/** @typedef {{colour: Colour, square: Square, message: string}} IllegalMove */
/**
 * @typedef {{result: GameResult, winner: Colour | null, name: string | null, by: EndedBy, reason: string | null, why:
 *   string | null, counts: ByColour<number>}} GameEnd
 */
/** @typedef {"win" | "draw" | "void"} GameResult */
/** @typedef {"discs" | "forfeit" | "void"} EndedBy */
/** @typedef {{black: boolean, white: boolean, watchers: number}} Present */

// The ladder's organiser
/**
 * @typedef {{act: "rename", person: number, name: string} | {act: "remove", person: number, removed: boolean} | {act:
 *   "remove-all", people: number[], removed: boolean} | {act: "mute", person: number, muted: boolean} | {act:
 *   "reset", person: number} | {act: "forget", person: number} | {act: "close"} | {act: "end"} | {act: "time",
 *   minutes: number | null} | {act: "code"}} LadderAct
 */
/**
 * @typedef {{code: string, address: string, people: LadderPerson[], learners: Learner[], elsewhere: LadderElsewhere |
 *   null, key: string | null}} LadderOffice
 */
/** @typedef {{at_once: number, out: number, said: LadderNews[]}} LadderElsewhere */
/** @typedef {{at: number, text: string}} LadderNews */

// The players of the machine
/** @typedef {{players: Player[], broken: BrokenFile[]}} PlayerList */
/**
 * @typedef {{name: string, spec: string, kind: string, class: PlayerClass, version: string, author: string, line:
 *   string, plays: PlayedGame[], options: PlayerOption[], rating: PlayerRating | null}} Player
 */
/** @typedef {"blind" | "open" | "person"} PlayerClass */
/** @typedef {{game: string, sizes: number[], starts: string[]}} PlayedGame */
/**
 * @typedef {{name: string, type: OptionKind, default: unknown, min: number | null, max: number | null, choices:
 *   string[], line: string}} PlayerOption
 */
/** @typedef {"integer" | "number" | "boolean" | "text"} OptionKind */
/** @typedef {{rating: number, low: number | null, high: number | null, games: number}} PlayerRating */
/** @typedef {{file: string, why: string}} BrokenFile */
/** @typedef {{name: string, query: string, game?: string}} NewPlayer */
/** @typedef {{name: string, spec: string}} SavedPlayer */

// The query console
/**
 * @typedef {{position: PositionRequest, query: string, symbol?: Symbol | null, cell?: Square | null, seed?: number}}
 *   QueryRequest
 */
/** @typedef {"X" | "O"} Symbol */
/**
 * @typedef {{position: Position, columns: string[], rows: QueryValue[][], more: number, took_ms: number, warnings:
 *   string[], lit: Highlights, verdict: QueryVerdict | null, move: ChosenMove | null, plan: PlanStep[] | null, error:
 *   QueryFault | null}} QueryResult
 */
/**
 * @typedef {unknown | QueryValue[] | {[name: string]: QueryValue} | NodeValue | RelationshipValue | PathValue}
 *   QueryValue
 */
/**
 * @typedef {{node: string, labels: string[], properties: {[name: string]: unknown}, square: Square | null}} NodeValue
 */
/**
 * @typedef {{relationship: string, type: string, from: string, to: string, properties: {[name: string]: unknown}}}
 *   RelationshipValue
 */
/** @typedef {{nodes: NodeValue[], relationships: RelationshipValue[]}} PathValue */
/** @typedef {{nodes: string[], relationships: string[], squares: Square[]}} Highlights */
/** @typedef {{good: boolean, text: string}} QueryVerdict */
/** @typedef {{square: Square, legal: boolean}} ChosenMove */
/**
 * @typedef {{operator: string, depth: number, details: string, rows: number | null, hits: number | null, ms: number |
 *   null}} PlanStep
 */
/**
 * @typedef {{message: string, code: string, hint: string | null, span: [number, number] | null, line: number | null,
 *   column: number | null, rendered: string | null}} QueryFault
 */
/** @typedef {{error: string, fault?: QueryFault, field?: string}} ErrorBody */
/** @typedef {{position: Position, nodes: GraphNode[], relationships: GraphEdge[]}} Graph */
/**
 * @typedef {{id: string, labels: string[], properties: {[name: string]: unknown}, square: Square | null}} GraphNode
 */
/**
 * @typedef {{id: string, type: string, from: string, to: string, properties: {[name: string]: unknown}}} GraphEdge
 */

// Whether a query is a player
/** @typedef {{query: string}} TextToCheck */
/** @typedef {{fault: QueryFault | null}} CheckedText */
/** @typedef {{query: string, game?: string, size?: number | null, start?: string | null}} TrialRequest */
/** @typedef {{good: boolean, text: string, positions: TriedPosition[]}} Trial */
/** @typedef {{position: Position, good: boolean, text: string, took_ms: number}} TriedPosition */

export {};
