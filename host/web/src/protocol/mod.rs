//! What the page and the server say to each other, as types: the only place where a message's fields are written
//! down. `page/base/protocol.js` and the reference in `PROTOCOL.md` are generated from these files by
//! `tests/protocol`, which holds all three together. What a message means for a game is not known here.

mod about;
mod board;
mod bots;
mod client;
mod contests;
mod evaluation;
mod games;
mod history;
mod ladder;
mod learn;
mod live;
mod office;
mod players;
mod query;
mod trial;

pub(crate) use about::{
    About, Database, Evaluator, EvaluatorGame, Example, Invitation, OfferedDatabase, OfferedGame,
};
pub(crate) use board::{
    ByColour, Colour, Move, MovesShown, PastedText, Ply, Position, PositionRequest, ReadPosition,
    Square, Stones, measured_milliseconds, milliseconds,
};
pub(crate) use bots::{
    Bot, BotList, BotSummary, BroughtFile, NewTrialGames, NewVersion, SavedVersion, TrialGames,
};
pub(crate) use client::ClientCommand;
pub(crate) use contests::{
    Contest, ContestBoard, ContestList, ContestMeeting, ContestPlace, ContestRound, ContestSummary,
};
pub(crate) use evaluation::{Evaluation, EvaluationRequest, Review, SquareScore, TurningPoint};
pub(crate) use games::{
    GameLinks, GameList, LiveGame, MadeGame, NewGame, NewSeat, NewTime, NextGame, PlayAgain,
};
pub(crate) use history::{
    Anchor, Ending, GameFacts, GamePage, GameSummary, HistoryFilter, RatedPlayer, Ratings,
    RatingsFilter, StoredGame, StoredPlayer,
};
pub(crate) use ladder::{
    Ladder, LadderAccount, LadderCompare, LadderComparison, LadderFault, LadderFinal,
    LadderFinalPlace, LadderForm, LadderGame, LadderJoin, LadderOutcome, LadderPerson, LadderPhase,
    LadderPlace, LadderReceipt, LadderReplay, LadderReveal, LadderSide, LadderSubmission,
    LadderUpload, LadderVerdict, LadderVersion, LadderVersionPage,
};
pub(crate) use learn::{
    Learner, LessonFinding, LessonGame, LessonList, LessonPage, LessonQuery, LessonSolution,
    LessonSummary, LessonVerdict, SeenHints,
};
pub(crate) use live::{
    Change, ChangeKind, Clocks, Cut, EndedBy, GameEnd, GameInfo, GameResult, GameState,
    IllegalMove, Offer, Pace, Present, Push, Replaced, Round, SeatInfo, ServerMessage, TimeLimits,
    Visitor,
};
pub(crate) use office::{LadderAct, LadderElsewhere, LadderNews, LadderOffice};
pub(crate) use players::{
    BrokenFile, NewPlayer, PlayedGame, Player, PlayerList, PlayerOption, PlayerRating, SavedPlayer,
};
pub(crate) use query::{
    ChosenMove, ErrorBody, Graph, GraphEdge, GraphNode, Highlights, NodeValue, PathValue, PlanStep,
    QueryFault, QueryRequest, QueryResult, QueryValue, QueryVerdict, RelationshipValue,
};
pub(crate) use trial::{CheckedText, TextToCheck, Trial, TrialRequest, TriedPosition};
