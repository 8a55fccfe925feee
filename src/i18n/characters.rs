//! Characters that a reader cannot see.

/// Control characters, and those that change how a text looks without being seen: with them one name could
/// pose as another.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E
            | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE_0000..=0xE_0FFF)
}
