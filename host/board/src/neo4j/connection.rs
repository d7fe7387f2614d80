//! A connection to a server and what keeps it honest: every query ends within its time, what still runs then is ended
//! there, and whose fault a silence was is found out by asking once more.

use std::sync::Arc;
use std::time::{Duration, Instant};

use neo4rs::BoltMap;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::ending::{self, Ending};
use super::failure::Failure;
use super::gauge::Gauge;
use super::lease::{self, Holder, Lease};
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
/// A server that was silent for so long stood still: the time of a query that ran meanwhile says nothing.
const STILL: Duration = Duration::from_millis(1_500);
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
    /// The hold on the database; the outer nothing before one was taken.
    lease: Option<Option<Lease>>,
    /// The write that was sent last and whose answer was not read yet.
    posted: Option<PostedWrite>,
    /// A write of which nobody knows whether it was done.
    unsettled: Option<Write>,
    /// How long the last query had to wait for the write before it.
    held_up: Duration,
    /// The query that was run once more because the server, or the way there, failed it. It is not done twice.
    excused: Option<String>,
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
            lease: None,
            posted: None,
            unsettled: None,
            held_up: Duration::ZERO,
            excused: None,
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
        if self.lease.is_some() {
            return Ok(());
        }
        if self.wire.is_none() {
            self.connect().map_err(Fault::Server)?;
        }
        let Some(wire) = &self.wire else {
            return Err(Fault::Server(words::lost(&self.target.uri)));
        };
        let name = self.marks.stem();
        let taken = self.runtime.block_on(async {
            let own = Wire::open(Arc::clone(wire.way()), &self.target).await?;
            let lease = lease::take(own, &name).await;
            match lease::holder(wire, &name).await {
                Some(holder) => {
                    drop(lease);
                    // The connection is closed by a task, which has to have its turn.
                    tokio::time::sleep(PAUSE).await;
                    let Holder { who, since, transaction } = &holder;
                    Err(words::held(&self.target, who, since, transaction))
                }
                None => Ok(lease),
            }
        });
        self.lease = Some(taken.map_err(Fault::Server)?);
        Ok(())
    }

    /// Waits so long until the server lets us in again.
    pub(super) fn recover(&mut self, patience: Duration) -> Result<(), Fault> {
        let until = Instant::now() + patience;
        loop {
            match self.connect() {
                // The hold may have been lost in the same way.
                Ok(()) if self.lease.take().is_some() => return self.hold(),
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
                    alarm = pulse.watch(wire.way(), target, &marks, SILENCE) => Waiting::Alarm(alarm),
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
            Waiting::Answered(Ok(_)) if is_late => Err(self.late(text, access, silence, None)),
            Waiting::Answered(Ok(rows)) => {
                // What others ask between two tries says nothing of this one.
                self.excused.take_if(|excused| excused == text);
                Ok(rows)
            }
            Waiting::Answered(Err(failure)) => {
                Err(self.failed(failure, text, mark, limits, access, silence))
            }
            Waiting::Alarm(Alarm::Silent) => {
                self.wire = None;
                Err(Fault::Server(words::silent(&self.target.uri, silence)))
            }
            Waiting::Alarm(Alarm::Lost) => {
                self.wire = None;
                Err(self.answer_lost(text, access))
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
        match failure {
            Failure::Rows | Failure::Bytes => drop(self.put_an_end(mark)),
            Failure::Driver(neo4rs::Error::Neo4j(_)) => {}
            Failure::Driver(_) | Failure::Way(_) | Failure::NotWriting => self.wire = None,
        }
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
            Fault::Time { warning } => self.late(text, access, silence, warning),
            fault => fault,
        }
    }

    /// Whether the server answers now. It is asked by the wire alone: what comes of that is no reason to ask again.
    fn is_well(&self) -> bool {
        let answer = self.wire.as_ref().and_then(|wire| self.runtime.block_on(wire.hello()));
        answer.is_some_and(|answer| answer.is_ok())
    }

    /// The time of a query was over. It says nothing of the query where the server stood still meanwhile; but a
    /// query that makes a server stand still each time has only itself to blame.
    fn late(
        &mut self,
        text: &str,
        access: Access,
        silence: Duration,
        warning: Option<String>,
    ) -> Fault {
        // The host's own query has no player whose time could be over.
        if access == Access::Write {
            let why = format!("{} did not finish the host's own query in time", self.target.uri);
            return Fault::server(ServerFaultKind::Away, why);
        }
        if silence < STILL {
            return Fault::Time { warning };
        }
        let why = format!(
            "{} answered nobody for {:.1} s while the query ran",
            self.target.uri,
            silence.as_secs_f64()
        );
        self.excuse(text, why, warning)
    }

    /// A query ran to its end, and its answer did not come, or could not be read.
    fn answer_lost(&mut self, text: &str, access: Access) -> Fault {
        let fault = words::no_answer(&self.target.uri);
        match access {
            Access::Read => self.excuse(text, fault.message, None),
            Access::Write => Fault::Server(fault),
        }
    }

    /// The server's fault the first time, the query's the second.
    fn excuse(&mut self, text: &str, why: String, warning: Option<String>) -> Fault {
        if self.excused.as_deref() == Some(text) {
            return Fault::Time { warning };
        }
        self.excused = Some(text.to_owned());
        Fault::server(ServerFaultKind::Away, why)
    }

    /// A query that had not ended long after its deadline.
    fn overdue(&mut self, text: &str, mark: &str, access: Access, silence: Duration) -> Fault {
        if silence >= STILL {
            // Nobody is there to be asked to end it; the server does so itself when it goes on.
            self.wire = None;
            return self.late(text, access, silence, None);
        }
        let uri = self.target.uri.clone();
        match self.put_an_end(mark) {
            Ok(Ending::Ended) => self.late(text, access, silence, None),
            Ok(Ending::Runs) => {
                let warning = format!(
                    "the query still runs on {uri} though it was terminated (a single endless expression \
                     can't be ended); restart that server to have its processor back"
                );
                self.late(text, access, silence, Some(warning))
            }
            Ok(Ending::WasOver) => self.answer_lost(text, access),
            Err(fault) => {
                let warning = format!("the server could not be asked to end it: {}", fault.message);
                self.excuse(text, fault.message, Some(warning))
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
