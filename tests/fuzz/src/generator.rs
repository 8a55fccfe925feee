//! Makes inputs of kept ones. The same seed and kept inputs give the same input.

/// The longest input, in bytes: forms and headers are shorter.
const LONGEST: usize = 64 * 1024;

/// Bytes that parsers treat in their own way.
const WORDS: &[&[u8]] = &[
    b"%00",
    b"..",
    b"%2e%2e",
    b"/",
    b"//",
    b"%2F",
    b"\\",
    b"\r\n",
    b"\n",
    b"\t",
    b" ",
    b"\0",
    b"@",
    b":",
    b";",
    b",",
    b"=",
    b"==",
    b"+",
    b"&",
    b"#",
    b"?",
    b"%",
    b"%ff",
    b".",
    b"*",
    b"'",
    b"\"",
    b"<",
    b"`",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\u0000",
    b"\\ud800",
    b"\xff",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    "\u{202e}".as_bytes(),
    "\u{200b}".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{3000}".as_bytes(),
    "\u{ff1d}".as_bytes(),
    "\u{85}".as_bytes(),
    b"null",
    b"true",
    b"none",
    b"HS256",
    b"javascript:",
    b"https://",
    b"\"alg\":\"none\",",
];

/// Numbers at the ends of what types hold.
const NUMBERS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"1.5",
    b"1e308",
    b"-1e308",
    b"2147483648",
    b"4294967296",
    b"9007199254740993",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"18446744073709551616",
];

/// A repeatable source of inputs (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Generator(u64);

impl Generator {
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// A changed copy of a kept input, or sometimes noise.
    pub fn input(&mut self, kept: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = if kept.is_empty() || self.below(32) == 0 {
            let length = self.below(200);
            (0..length).map(|_| self.byte()).collect()
        } else {
            kept[self.below(kept.len())].clone()
        };
        // Most inputs stay near a kept one, so that parsers read them to the end.
        let most = 1 + 5 * usize::from(self.below(3) == 0);
        for _ in 0..=self.below(most) {
            self.change(&mut bytes, kept);
            bytes.truncate(LONGEST);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, kept: &[Vec<u8>]) {
        let (from, to) = self.span(bytes.len());
        match self.below(16) {
            0 if from < bytes.len() => bytes[from] ^= 1 << self.below(8),
            1 if from < bytes.len() => bytes[from] = self.byte(),
            2 => drop(bytes.drain(from..to)),
            3 => bytes.truncate(from),
            4 => {
                let again = bytes[from..to].to_vec();
                bytes.splice(to..to, again);
            }
            5 if !kept.is_empty() => {
                let other = &kept[self.below(kept.len())];
                let (begin, end) = self.span(other.len());
                bytes.splice(from..to, other[begin..end].iter().copied());
            }
            6 => {
                let word = WORDS[self.below(WORDS.len())];
                let times = 1 << self.below(13);
                bytes.splice(from..from, word.repeat(times));
            }
            7 if to > from => bytes[from..to].reverse(),
            8..=10 => self.change_number(bytes),
            11..=13 => self.change_quoted(bytes, kept),
            _ => {
                let word = WORDS[self.below(WORDS.len())];
                let until = (from + self.below(2) * word.len()).min(bytes.len());
                bytes.splice(from..until, word.iter().copied());
            }
        }
    }

    /// Puts another number in the place of one.
    fn change_number(&mut self, bytes: &mut Vec<u8>) {
        let (from, _) = self.span(bytes.len());
        let digits = bytes[from..].iter().position(u8::is_ascii_digit);
        let Some(begin) = digits.map(|at| from + at) else {
            return;
        };
        let length = bytes[begin..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let end = begin + length.count();
        let number = NUMBERS[self.below(NUMBERS.len())];
        bytes.splice(begin..end, number.iter().copied());
    }

    /// Puts a word, or a part of a kept input, into the quotes of a text.
    fn change_quoted(&mut self, bytes: &mut Vec<u8>, kept: &[Vec<u8>]) {
        let quotes: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'"').collect();
        if quotes.len() < 2 {
            return;
        }
        let first = 2 * self.below(quotes.len() / 2);
        let (begin, end) = (quotes[first] + 1, quotes[first + 1]);
        let mut text = if kept.is_empty() || self.below(2) == 0 {
            WORDS[self.below(WORDS.len())].to_vec()
        } else {
            let other = &kept[self.below(kept.len())];
            let (from, to) = self.span(other.len());
            other[from..to].to_vec()
        };
        text.retain(|byte| *byte != b'"');
        let from = if self.below(2) == 0 { begin } else { end };
        bytes.splice(from..end, text);
    }

    /// Two places within `length`, mostly near each other.
    fn span(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length + 1);
        let most = 1 << self.below(7);
        (from, (from + self.below(most + 1)).min(length))
    }

    fn byte(&mut self) -> u8 {
        self.draw().to_le_bytes()[0]
    }

    /// A number below `bound`, or 0 if that is 0.
    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.draw() % bound).unwrap_or_default()
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats() {
        let kept = [
            b"{\"exp\":1800000000}".to_vec(),
            b"https://a.test/".to_vec(),
        ];
        let inputs = |seed| Generator::seeded(seed).input(&kept);
        let all: Vec<_> = (0..200).map(inputs).collect();
        assert_eq!(all, (0..200).map(inputs).collect::<Vec<_>>());
        assert!(all.iter().all(|input| input.len() <= LONGEST));
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert!(different.len() > 150, "{}", different.len());
    }
}
