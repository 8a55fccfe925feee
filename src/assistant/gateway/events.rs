//! Server-sent events (HTML, section 9.2.6): the data of each event, from bytes that arrive in any pieces. It has a bound
//! of its own on a line, which the libraries lack (attack 37).

/// The longest line, in bytes.
const LONGEST: usize = 256 * 1024;

/// A line never ended.
#[derive(Debug)]
pub struct LineTooLong;

/// Reads a stream of events.
#[derive(Debug, Default)]
pub struct Events {
    /// The beginning of a line.
    line: Vec<u8>,
    /// The data of an event that has not ended, and how many bytes it has with its ends of lines.
    data: Vec<String>,
    held: usize,
    /// The last byte was a carriage return, so a newline after it belongs to the same end of line.
    after_return: bool,
}

impl Events {
    /// The data of the events that end in `bytes`. Comments, names and ids are skipped.
    ///
    /// # Errors
    /// A line is longer than any of an answer.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, LineTooLong> {
        let mut ended = Vec::new();
        for byte in bytes {
            let follows = std::mem::take(&mut self.after_return);
            match byte {
                b'\n' if follows => {}
                b'\n' | b'\r' => {
                    self.after_return = *byte == b'\r';
                    ended.extend(self.end_line());
                }
                _ if self.line.len() + self.held >= LONGEST => return Err(LineTooLong),
                _ => self.line.push(*byte),
            }
        }
        Ok(ended)
    }

    /// The data of the event, if the line is empty and so ends one.
    fn end_line(&mut self) -> Option<String> {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        if line.is_empty() {
            self.held = 0;
            let data = std::mem::take(&mut self.data);
            return (!data.is_empty()).then(|| data.join("\n"));
        }
        if let Some(data) = line.strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            self.held += data.len() + 1;
            self.data.push(data.to_owned());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = ": hello\r\n\r\nevent: x\r\ndata: {\"a\":\r\ndata:1}\r\n\r\nid: 7\ndata: 中\n\n\ndata: [DONE]\r\rdata: lost";

    /// HTML 9.2.6: every end of line, comments, data in several lines, and however the bytes are cut.
    #[test]
    fn events_are_read_from_any_pieces() {
        for size in 1..STREAM.len() {
            let mut events = Events::default();
            let read = STREAM
                .as_bytes()
                .chunks(size)
                .map(|piece| events.push(piece).unwrap());
            let read: Vec<String> = read.flatten().collect();
            assert_eq!(read, ["{\"a\":\n1}", "中", "[DONE]"], "{size}");
        }
    }

    /// Attack 37: a megabyte without a newline is not kept.
    #[test]
    fn attack_37_a_line_without_end_is_refused() {
        let mut events = Events::default();
        let mut pushes = (0..1024).map(|_| events.push(&[b'a'; 1024]));
        assert!(pushes.any(|pushed| pushed.is_err()));
        let mut events = Events::default();
        let line =
            b"data: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n";
        let mut pushes = (0..10_000).map(|_| events.push(line));
        assert!(pushes.any(|pushed| pushed.is_err()));
        let mut events = Events::default();
        let mut pushes = (0..LONGEST).map(|_| events.push(b"data:\ndata:\n"));
        assert!(pushes.any(|pushed| pushed.is_err()));
    }
}
