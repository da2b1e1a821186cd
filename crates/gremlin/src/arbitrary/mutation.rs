//! Random mutations of texts.

use graphlance_graph::Random;

/// A text with one to three of its pieces replaced by one of `pieces`, dropped or repeated.
pub fn mutated(random: &mut Random, text: &str, pieces: &[&str]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.between(1, 3) {
        let from = random.below(characters.len() + 1);
        let to = (from + random.below(12)).min(characters.len());
        match random.below(3) {
            0 => drop(characters.drain(from..to)),
            1 => {
                let piece: Vec<char> = characters.get(from..to).unwrap_or_default().to_vec();
                let into = random.below(characters.len() + 1);
                characters.splice(into..into, piece);
            }
            _ => {
                let other: Vec<char> = random.pick(pieces).unwrap_or(&"").chars().collect();
                characters.splice(from..to, other);
            }
        }
    }
    characters.into_iter().collect()
}
