//! A thousand workers that nobody has: a model of organiser, server and workers, event by event, whose times were
//! measured on the real ones (`trial` prints them). It says how many pairs a second so many workers bring, and who has
//! the most to do. `simulation` prints the tables that `host/CLUSTER.md` speaks of.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What the real ones take, in microseconds.
#[derive(Clone, Copy)]
struct Costs {
    /// The organiser: a result is unpacked, checked by the rules and kept, and the next pair is written.
    desk: f64,
    /// The organiser and the server: what a worker says of its boards, once a second.
    boards: f64,
    /// The server: a pair comes, goes to a worker, and is taken out.
    pairs: [f64; 3],
    /// The server: a result comes, goes to the organiser, and is taken out.
    results: [f64; 3],
    /// The worker: what a pair takes beside its games.
    overhead: f64,
    /// The network, one way.
    way: f64,
}

/// Measured by `trial` with 60,000 pairs on two cores at 2.1 GHz and nats-server 2.9.10: 110, 157 and 103 us of processor
/// time a pair in organiser, server and worker. How the server's are spread over its messages, what boards take, and the
/// way, that of an office's network, are estimates.
const MEASURED: Costs = Costs {
    desk: 110.0,
    boards: 15.0,
    pairs: [35.0, 22.0, 22.0],
    results: [38.0, 20.0, 20.0],
    overhead: 103.0,
    way: 200.0,
};

/// What could be otherwise than it is.
#[derive(Clone, Copy)]
struct Design {
    name: &'static str,
    /// Over how many streams pairs and results are spread.
    streams: usize,
    /// How many organisers there are, each with a part of the pairs.
    organisers: usize,
    /// Whether many acknowledgements are one message.
    batched: bool,
    /// How many pairs a thread has before it.
    ready: usize,
}

const TODAY: Design =
    Design { name: "as it is", streams: 1, organisers: 1, batched: false, ready: 3 };

const OTHERS: [Design; 4] = [
    Design { name: "four streams", streams: 4, ..TODAY },
    Design { name: "acknowledged in batches", batched: true, ..TODAY },
    Design { name: "six pairs a thread", ready: 6, ..TODAY },
    Design { name: "four organisers", organisers: 4, streams: 4, ..TODAY },
];

/// How long is simulated, in microseconds, and how much of it at the beginning does not count.
const LENGTH: f64 = 20e6;
const WARM: f64 = 5e6;
/// How many pairs may be out for each thread, as the organiser counts them.
const OUT: usize = 3;

fn main() {
    println!("pairs a second, part of what the workers could play, and how busy who is\n");
    for (kind, pair) in [
        ("answers at once", 0.0),
        ("two fast players, 4 ms a pair", 4e3),
        ("queries, 50 ms a pair", 50e3),
        ("searches, 2 s a pair", 2e6),
    ] {
        println!("{kind}\n{}", heads());
        for workers in [1, 4, 16, 64, 250, 1000, 4000] {
            println!(
                "{}",
                row(&workers.to_string(), &Cluster::new(MEASURED, TODAY, workers, pair).run())
            );
        }
        println!();
    }
    println!("1,000 workers with queries of 50 ms a pair\n{}", heads());
    for design in [TODAY].iter().chain(&OTHERS) {
        println!("{}", row(design.name, &Cluster::new(MEASURED, *design, 1000, 50e3).run()));
    }
}

fn heads() -> String {
    format!(
        "{:>24} {:>9} {:>9} {:>10} {:>7} {:>9}  first at its end",
        "workers", "a second", "of ideal", "organiser", "pairs", "results"
    )
}

fn row(name: &str, seen: &Seen) -> String {
    let percent = |part: f64| format!("{:.0} %", part * 100.0);
    let ideal = seen.ideal.map_or_else(|| "-".to_owned(), percent);
    let [desk, pairs, results] = seen.busy.map(percent);
    let most = seen.busy.iter().copied().fold(0.0, f64::max);
    let first = match seen.busy.iter().position(|&busy| busy == most && busy > 0.9) {
        Some(0) => "organiser",
        Some(1) => "stream of pairs",
        Some(_) => "stream of results",
        None => "workers",
    };
    format!("{name:>24} {:>9.0} {ideal:>9} {desk:>10} {pairs:>7} {results:>9}  {first}", seen.rate)
}

/// What came of a simulation.
struct Seen {
    rate: f64,
    /// Which part of what the workers could play, if all came to them at once.
    ideal: Option<f64>,
    /// Which part of the time organiser, stream of pairs and stream of results had something to do.
    busy: [f64; 3],
}

/// Whoever does one thing after the other.
#[derive(Clone, Default)]
struct Station {
    free: f64,
    busy: f64,
}

impl Station {
    /// When something that comes now will be done.
    fn serve(&mut self, now: f64, takes: f64) -> f64 {
        let begins = self.free.max(now);
        self.free = begins + takes;
        if begins >= WARM {
            self.busy += takes;
        }
        self.free
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Event {
    /// A pair is in the queue of this organiser.
    Queued(usize),
    /// A thread gets a pair.
    Delivered(usize),
    /// A thread has played a pair.
    Played(usize),
    /// The server has a thread's result.
    Brought(usize),
    /// A thread knows that the queue is done with its pair.
    Acknowledged(usize),
    /// An organiser has a result before it.
    Arrived(usize),
    /// An organiser is done with a result.
    Settled(usize),
    /// A worker shows its boards.
    Boards(usize),
}

/// An event at its time; the number keeps the order of those at one time.
struct Due(f64, u64, Event);

impl PartialEq for Due {
    fn eq(&self, other: &Due) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Due {}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Due) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Due {
    fn cmp(&self, other: &Due) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

#[derive(Clone, Default)]
struct Thread {
    /// Pairs that it has before it, and how many of them it has played.
    held: usize,
    played: usize,
    is_playing: bool,
}

struct Cluster {
    costs: Costs,
    design: Design,
    /// How long the games of a pair take.
    pair: f64,
    desks: Vec<Station>,
    pairs: Vec<Station>,
    results: Vec<Station>,
    threads: Vec<Thread>,
    /// Threads of each organiser that have room for a pair, the one that waits the longest first.
    hungry: Vec<VecDeque<usize>>,
    /// Pairs that wait in each organiser's queue.
    queued: Vec<usize>,
    events: BinaryHeap<Reverse<Due>>,
    numbers: u64,
    next_stream: usize,
    chance: u64,
    settled: u64,
}

impl Cluster {
    /// Workers of one thread each.
    fn new(costs: Costs, design: Design, workers: usize, pair: f64) -> Cluster {
        let mut cluster = Cluster {
            costs,
            design,
            pair,
            desks: vec![Station::default(); design.organisers],
            pairs: vec![Station::default(); design.streams],
            results: vec![Station::default(); design.streams],
            threads: vec![Thread::default(); workers],
            hungry: vec![VecDeque::new(); design.organisers],
            queued: vec![0; design.organisers],
            events: BinaryHeap::new(),
            numbers: 0,
            next_stream: 0,
            chance: 1,
            settled: 0,
        };
        for thread in 0..workers {
            for _ in 0..design.ready {
                cluster.hungry[thread % design.organisers].push_back(thread);
            }
            let first = 1e6 * cluster.random();
            cluster.at(first, Event::Boards(thread));
            for _ in 0..OUT.max(design.ready) {
                cluster.at(0.0, Event::Queued(thread % design.organisers));
            }
        }
        cluster
    }

    fn run(mut self) -> Seen {
        while let Some(Reverse(Due(now, _, event))) = self.events.pop() {
            if now > LENGTH {
                break;
            }
            self.happen(now, event);
        }
        let counted = LENGTH - WARM;
        let rate = self.settled as f64 / counted * 1e6;
        let could = 1e6 / self.pair * self.threads.len() as f64;
        let most = |stations: &[Station]| {
            stations.iter().map(|one| one.busy / counted).fold(0.0, f64::max).min(1.0)
        };
        Seen {
            rate,
            ideal: (self.pair > 0.0).then(|| rate / could),
            busy: [most(&self.desks), most(&self.pairs), most(&self.results)],
        }
    }

    fn happen(&mut self, now: f64, event: Event) {
        let Costs { desk, boards, pairs, results, way, .. } = self.costs;
        match event {
            Event::Queued(desk) => {
                self.queued[desk] += 1;
                self.deliver(now, desk);
            }
            Event::Delivered(thread) => {
                self.threads[thread].held += 1;
                self.begin(now, thread);
            }
            Event::Played(thread) => {
                // The next one is played while this one's result is brought.
                self.threads[thread].is_playing = false;
                self.threads[thread].played += 1;
                self.begin(now, thread);
                let stream = self.stream();
                let there = self.results[stream].serve(now + way, results[0]);
                self.at(there + way, Event::Brought(thread));
                let takes = results[1] + if self.design.batched { 0.0 } else { results[2] };
                let gone = self.results[stream].serve(there, takes);
                self.at(gone + way, Event::Arrived(self.organiser_of(thread)));
            }
            Event::Brought(thread) => {
                let stream = self.stream();
                let takes = if self.design.batched { 0.0 } else { pairs[2] };
                let done = self.pairs[stream].serve(now + way, takes);
                self.at(done + way, Event::Acknowledged(thread));
            }
            Event::Acknowledged(thread) => {
                self.threads[thread].held -= 1;
                self.threads[thread].played -= 1;
                let desk = self.organiser_of(thread);
                self.hungry[desk].push_back(thread);
                self.deliver(now, desk);
            }
            Event::Arrived(organiser) => {
                let done = self.desks[organiser].serve(now, desk);
                self.at(done, Event::Settled(organiser));
            }
            Event::Settled(desk) => {
                self.settled += u64::from(now >= WARM);
                let stream = self.stream();
                let there = self.pairs[stream].serve(now + way, pairs[0]);
                self.at(there, Event::Queued(desk));
            }
            Event::Boards(thread) => {
                let desk = self.organiser_of(thread);
                self.desks[desk].serve(now, boards);
                self.at(now + 1e6, Event::Boards(thread));
            }
        }
    }

    /// Gives pairs that wait to threads that wait.
    fn deliver(&mut self, now: f64, desk: usize) {
        while self.queued[desk] > 0
            && let Some(thread) = self.hungry[desk].pop_front()
        {
            self.queued[desk] -= 1;
            let stream = self.stream();
            let gone = self.pairs[stream].serve(now, self.costs.pairs[1]);
            self.at(gone + self.costs.way, Event::Delivered(thread));
        }
    }

    /// Has a thread that does nothing begin with a pair that it has.
    fn begin(&mut self, now: f64, thread: usize) {
        let Thread { held, played, is_playing } = self.threads[thread];
        if held > played && !is_playing {
            self.threads[thread].is_playing = true;
            // Games are of different length.
            let takes = self.pair * (0.5 + self.random()) + self.costs.overhead;
            self.at(now + takes, Event::Played(thread));
        }
    }

    fn at(&mut self, when: f64, event: Event) {
        self.numbers += 1;
        self.events.push(Reverse(Due(when, self.numbers, event)));
    }

    fn organiser_of(&self, thread: usize) -> usize {
        thread % self.design.organisers
    }

    fn stream(&mut self) -> usize {
        self.next_stream = (self.next_stream + 1) % self.design.streams;
        self.next_stream
    }

    /// Between 0 and 1.
    fn random(&mut self) -> f64 {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 11) as f64 / (1u64 << 53) as f64
    }
}
