//! A connection to a server and what keeps it honest: every query ends within its time, what still runs then is ended
//! there, and whose fault a silence was is found out by asking once more.

use std::sync::Arc;
use std::time::{Duration, Instant};

use neo4rs::BoltMap;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::ending::{self, Ending};
use super::excuses::{self, Excuses, Trouble};
use super::failure::Failure;
use super::gauge::Gauge;
use super::lease::Hold;
use super::link::Way;
use super::marks::Marks;
use super::posting::{PostedWrite, Write};
use super::pulse::{Alarm, Pulse};
use super::routing;
use super::target::{Target, Uri};
use super::wire::{self, Access, Request, Rows, Wire};
use super::words;
use crate::session::{Fault, Limits, ServerFault, ServerFaultKind, host_limits};

/// How long a server may be silent, to a second connection as well, before a query is given up.
const SILENCE: Duration = Duration::from_secs(10);
/// How long to wait between two tries to reach a server that is away.
const PAUSE: Duration = Duration::from_millis(250);
/// The driver reads lists within lists by recursion; so deep may a server's answer be, and no player's
/// answer shall end the host.
const STACK: usize = 256 << 20;

/// A way to a server, open or not.
pub(super) struct Connection {
    pub(super) target: Target,
    seed: Arc<Way>,
    /// The members of the cluster that were known last.
    members: Vec<Uri>,
    wire: Option<Wire>,
    pulse: Pulse,
    marks: Marks,
    /// What keeps other hosts from the database.
    hold: Hold,
    /// The write that was sent last and whose answer was not read yet.
    posted: Option<PostedWrite>,
    /// A write of which nobody knows whether it was done.
    unsettled: Option<Write>,
    /// How long the last query had to wait for the write before it.
    held_up: Duration,
    excuses: Excuses,
    runtime: Runtime,
}

/// How the wait for an answer ended.
enum Waiting {
    /// It came.
    Answered(Result<Rows, Failure>),
    /// There is no use in waiting.
    Alarm(Alarm),
    /// It did not come, long after the query's time was over.
    Overdue,
}

impl Connection {
    /// Connects and logs in.
    pub(super) fn open(target: Target) -> Result<Connection, ServerFault> {
        let failed = |message| ServerFault { kind: ServerFaultKind::Unusable, message };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(|e| failed(format!("no runtime for the driver: {e}")))?;
        let seed = Way::new(target.uri.clone(), target.ca.as_deref())?;
        let mut connection = Connection {
            target,
            seed: Arc::new(seed),
            members: Vec::new(),
            wire: None,
            pulse: Pulse::default(),
            marks: Marks::new(),
            hold: Hold::Nothing,
            posted: None,
            unsettled: None,
            held_up: Duration::ZERO,
            excuses: Excuses::default(),
            runtime,
        };
        connection.connect()?;
        Ok(connection)
    }

    /// Connects anew in the place of what there was.
    pub(super) fn connect(&mut self) -> Result<(), ServerFault> {
        self.wire = None;
        if let Some(posted) = self.posted.take() {
            self.unsettled = Some(posted.write);
        }
        let reached = routing::reach(&self.seed, &self.members, &self.target);
        let (wire, members) = self.runtime.block_on(reached)?;
        (self.wire, self.members) = (Some(wire), members);
        Ok(())
    }

    /// Holds the database from now on, so that no other host plays on it.
    pub(super) fn hold(&mut self) -> Result<(), Fault> {
        let is_first = matches!(self.hold, Hold::Nothing);
        if is_first {
            self.hold = Hold::Lost;
        }
        let held = self.hold_again();
        if is_first && held.as_ref().is_err_and(|fault| fault.kind != ServerFaultKind::Away) {
            // Somebody else has it, and whoever asked may still look.
            self.hold = Hold::Nothing;
        }
        held.map_err(Fault::Server)
    }

    fn hold_again(&mut self) -> Result<(), ServerFault> {
        if !self.hold.is_lost() {
            return Ok(());
        }
        if self.wire.is_none() {
            self.connect()?;
        }
        let Some(wire) = &self.wire else { return Err(words::lost(&self.target.uri)) };
        let name = self.marks.stem();
        self.hold = self.runtime.block_on(Hold::take(wire, &self.target, &name))?;
        Ok(())
    }

    /// Waits so long until the server lets us in again.
    pub(super) fn recover(&mut self, patience: Duration) -> Result<(), Fault> {
        let until = Instant::now() + patience;
        self.hold.let_go();
        loop {
            match self.connect().and_then(|()| self.hold_again()) {
                Ok(()) => return Ok(()),
                Err(fault)
                    if fault.kind == ServerFaultKind::Away && Instant::now() + PAUSE < until =>
                {
                    std::thread::sleep(PAUSE);
                }
                Err(fault) => return Err(Fault::Server(fault)),
            }
        }
    }

    /// One of the session's own queries, without the rows' order.
    pub(super) fn own(
        &mut self,
        text: &str,
        params: BoltMap,
        access: Access,
    ) -> Result<Rows, Fault> {
        self.exchange(text, params, access, &host_limits())
    }

    /// Sends a write on its way. What came of it is found out with the next query's answer.
    pub(super) fn post(&mut self, write: Write) -> Result<(), Fault> {
        if self.posted.is_some() {
            self.own("RETURN 1", BoltMap::new(), Access::Read)?;
        }
        // Here is time that is no player's.
        if let Some(wire) = &self.wire {
            let name = self.marks.stem();
            self.runtime.block_on(self.hold.look(wire, &self.target, &name));
        }
        self.prepare()?;
        let Some(wire) = &self.wire else {
            return Err(Fault::Server(words::lost(&self.target.uri)));
        };
        let mark = self.marks.next();
        let limits = host_limits();
        let left = limits.deadline.map(|at| at.saturating_duration_since(Instant::now()));
        let answer = self.runtime.block_on(wire.post(Request {
            text: &write.text,
            params: write.params.clone(),
            access: Access::Write,
            timeout: left,
            mark: &mark,
            rows: limits.rows,
            memory: limits.memory,
        }));
        let posted = PostedWrite { write, mark, answer };
        if posted.answer.came_at().is_some() {
            return self.written(posted);
        }
        self.posted = Some(posted);
        Ok(())
    }

    /// How long the last query had to wait for the write before it.
    pub(super) fn held_up(&self) -> Duration {
        self.held_up
    }

    /// What is known of the way to the server; nothing where there is none.
    pub(super) fn gauge(&self) -> Option<&Gauge> {
        self.wire.as_ref().map(Wire::gauge)
    }

    /// One query there and its rows back.
    pub(super) fn exchange(
        &mut self,
        text: &str,
        params: BoltMap,
        access: Access,
        limits: &Limits,
    ) -> Result<Rows, Fault> {
        self.prepare()?;
        self.ask(text, params, access, limits)
    }

    /// Connects where that is lost, and does a write again of which nobody knows whether it was done. Whether the board
    /// is right afterwards is for the referee to see.
    fn prepare(&mut self) -> Result<(), Fault> {
        self.holds()?;
        if self.wire.is_none() {
            self.connect().map_err(Fault::Server)?;
        }
        let Some(write) = self.unsettled.take() else { return Ok(()) };
        match self.ask(&write.text, write.params.clone(), Access::Write, &host_limits()) {
            Ok(_) => Ok(()),
            Err(fault) => {
                let fault = words::of_write(fault);
                if fault.kind == ServerFaultKind::Away {
                    self.unsettled = Some(write);
                }
                Err(Fault::Server(fault))
            }
        }
    }

    /// What is read from a database says nothing once others may have it: its board has to be looked at again, which
    /// whoever recovers does. The driver mends its own connections, and would not say that there was anything.
    fn holds(&self) -> Result<(), Fault> {
        if self.hold.is_lost() {
            return Err(Fault::Server(words::hold_lost(&self.target)));
        }
        Ok(())
    }

    /// Asks over the connection that there is, behind a write that was sent before.
    fn ask(
        &mut self,
        text: &str,
        params: BoltMap,
        access: Access,
        limits: &Limits,
    ) -> Result<Rows, Fault> {
        let Some(wire) = &self.wire else {
            return Err(Fault::Server(words::lost(&self.target.uri)));
        };
        let begun = Instant::now();
        let left = limits.deadline.map(|at| at.saturating_duration_since(begun));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(Fault::Time { warning: None });
        }
        let mark = self.marks.next();
        let memory = limits.memory.min(limits.bytes.saturating_mul(wire::SWELLING));
        let (timeout, rows, mark_of) = (left, limits.rows, mark.as_str());
        let asked =
            wire.ask(Request { text, params, access, timeout, mark: mark_of, rows, memory });
        let mut posted = self.posted.take();
        let before = posted.as_ref().map(|posted| posted.mark.clone());
        let marks: Vec<_> = before.iter().map(String::as_str).chain([mark_of]).collect();
        let (pulse, runtime, target) = (&mut self.pulse, &self.runtime, &self.target);
        let waiting = stacker::grow(STACK, || {
            runtime.block_on(async {
                let (tell, written) = oneshot::channel();
                let write = async {
                    if let Some(posted) = &mut posted {
                        posted.answer.wait().await;
                    }
                    let _ = tell.send(());
                };
                tokio::select! {
                    biased;
                    ((), answer) = async { tokio::join!(write, asked) } => Waiting::Answered(answer),
                    alarm = pulse.watch((wire.way(), wire.gauge()), target, &marks, SILENCE) => Waiting::Alarm(alarm),
                    () = ending::overdue(written, left) => Waiting::Overdue,
                }
            })
        });
        self.held_up = match &posted {
            Some(posted) => posted.answer.came_at().unwrap_or_else(Instant::now) - begun,
            None => Duration::ZERO,
        };
        if let Some(posted) = posted {
            self.written(posted)?;
        }
        self.answered(waiting, text, &mark, limits, access)
    }

    /// What the end of the wait for a query's answer means.
    fn answered(
        &mut self,
        waiting: Waiting,
        text: &str,
        mark: &str,
        limits: &Limits,
        access: Access,
    ) -> Result<Rows, Fault> {
        let silence = self.pulse.silence();
        let is_late = limits.deadline.is_some_and(|at| at + self.held_up < Instant::now());
        match waiting {
            Waiting::Answered(Ok(_)) if is_late => {
                Err(self.excuses.late(&self.target.uri, (text, access), silence, None))
            }
            Waiting::Answered(Ok(rows)) => {
                self.excuses.answered(text);
                self.holds().map(|()| rows)
            }
            Waiting::Answered(Err(failure)) => {
                Err(self.failed(failure, text, mark, limits, access, silence))
            }
            Waiting::Alarm(Alarm::Silent) => {
                self.wire = None;
                let fault = words::silent(&self.target.uri, silence);
                Err(self.excuses.met(Trouble::Standstill, fault, (text, access)))
            }
            Waiting::Alarm(Alarm::Lost) => {
                self.wire = None;
                Err(self.excuses.answer_lost(&self.target.uri, (text, access)))
            }
            Waiting::Overdue => Err(self.overdue(text, mark, access, silence)),
        }
    }

    /// What came of a write that was sent before.
    fn written(&mut self, posted: PostedWrite) -> Result<(), Fault> {
        let Some(failure) = posted.failure(&self.target) else { return Ok(()) };
        if failure.is_lost {
            self.wire = None;
        }
        self.unsettled = failure.again;
        Err(Fault::Server(failure.fault))
    }

    /// What a failure means, and what has to be tidied up after it.
    fn failed(
        &mut self,
        failure: Failure,
        text: &str,
        mark: &str,
        limits: &Limits,
        access: Access,
        silence: Duration,
    ) -> Fault {
        let is_broken = match failure {
            Failure::Rows | Failure::Bytes => {
                drop(self.put_an_end(mark));
                false
            }
            Failure::Driver(neo4rs::Error::Neo4j(_)) => false,
            Failure::Way(_) | Failure::NotWriting => {
                self.wire = None;
                false
            }
            Failure::Driver(_) => {
                self.wire = None;
                true
            }
        };
        let answered = self.wire.is_some();
        match words::query(failure, limits, &self.target.uri, &self.target) {
            // The server answered, with something that is nobody's usual fault. Where it is well right
            // afterwards, the query was to blame: a player must not be able to make a game void.
            Fault::Server(fault)
                if answered
                    && access == Access::Read
                    && fault.kind == ServerFaultKind::Away
                    && self.is_well() =>
            {
                words::to_blame(fault.message)
            }
            Fault::Server(fault) if is_broken && fault.kind == ServerFaultKind::Away => {
                self.excuses.met(Trouble::Break, fault, (text, access))
            }
            Fault::Time { warning } => {
                self.excuses.late(&self.target.uri, (text, access), silence, warning)
            }
            fault => fault,
        }
    }

    /// Whether the server answers now. It is asked by the wire alone: what comes of that is no reason to ask again.
    fn is_well(&self) -> bool {
        let answer = self.wire.as_ref().and_then(|wire| self.runtime.block_on(wire.hello()));
        answer.is_some_and(|answer| answer.is_ok())
    }

    /// A query that had not ended long after its deadline.
    fn overdue(&mut self, text: &str, mark: &str, access: Access, silence: Duration) -> Fault {
        let (uri, query) = (self.target.uri.clone(), (text, access));
        if silence >= excuses::STILL {
            // Nobody is there to be asked to end it; the server does so itself when it goes on.
            self.wire = None;
            return self.excuses.late(&uri, query, silence, None);
        }
        match self.put_an_end(mark) {
            Ok(Ending::Ended) => self.excuses.late(&uri, query, silence, None),
            Ok(Ending::Runs) => {
                let warning = format!(
                    "the query still runs on {uri} though it was terminated (a single endless expression \
                     can't be ended); restart that server to have its processor back"
                );
                self.excuses.late(&uri, query, silence, Some(warning))
            }
            Ok(Ending::WasOver) => self.excuses.answer_lost(&uri, query),
            Err(fault) => {
                let warning = format!("the server could not be asked to end it: {}", fault.message);
                self.excuses.standstill(fault.message, query, Some(warning))
            }
        }
    }

    /// Closes the connection that a query runs on and ends it on the server, over a new one.
    fn put_an_end(&mut self, mark: &str) -> Result<Ending, ServerFault> {
        self.connect()?;
        match &self.wire {
            Some(wire) => Ok(self.runtime.block_on(ending::end(wire, mark))),
            None => Err(words::lost(&self.target.uri)),
        }
    }
}
