//! Positions with their values, and files of them: two words for the discs, two bytes for the value.

use std::io::{BufWriter, Write};

use othello_champion::board::Board;

/// A position and its value for the side to move, in units of the evaluation.
#[derive(Clone, Copy)]
pub struct Sample {
    pub board: Board,
    pub value: i16,
}

impl Sample {
    const BYTES: usize = 18;

    fn of(bytes: &[u8; Sample::BYTES]) -> Sample {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let board = Board { own: word(0), other: word(8) };
        Sample { board, value: i16::from_le_bytes([bytes[16], bytes[17]]) }
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        let Board { own, other } = self.board;
        own.to_le_bytes().into_iter().chain(other.to_le_bytes()).chain(self.value.to_le_bytes())
    }
}

/// All that stand in these files.
pub fn read_samples(files: &[&str]) -> Result<Vec<Sample>, String> {
    let mut samples = Vec::new();
    for file in files {
        let bytes = read(file)?;
        samples.extend(bytes.as_chunks::<{ Sample::BYTES }>().0.iter().map(Sample::of));
    }
    Ok(samples)
}

pub fn write_samples(file: &str, samples: &[Sample]) -> Result<(), String> {
    let write = || {
        let mut to = BufWriter::new(std::fs::File::create(file)?);
        samples.iter().try_for_each(|sample| to.write_all(&sample.bytes().collect::<Vec<_>>()))?;
        to.flush()
    };
    write().map_err(|error| format!("can't write {file}: {error}"))
}

pub fn read(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("can't read {file}: {error}"))
}
