//! How the blanks of a text are filled. A text has a space around a blank, for Latin names; between two Chinese words there
//! is none (`docs/words.md`, tone 9; the portal has the same rule in `i18n/gaps.ts`).

/// The text with each blank `{name}` replaced by its value. A blank without a value stays, and so do blanks inside a
/// value.
pub fn fill<'v>(text: &str, value_of: impl Fn(&str) -> Option<&'v str>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    // Whether what stands before `rest` ends with a wide character of the text or of a value.
    let mut wide = false;
    while let Some((before, after)) = rest.split_once('{') {
        let found = after.split_once('}');
        let found = found.and_then(|(name, behind)| Some((value_of(name)?, behind)));
        let Some((value, behind)) = found else {
            push(&mut filled, before, wide);
            filled.push('{');
            (rest, wide) = (after, false);
            continue;
        };
        let shown = before.strip_suffix(' ').filter(|shown| {
            let joins = if shown.is_empty() {
                wide
            } else {
                shown.ends_with(is_han)
            };
            joins && begins_wide(value)
        });
        push(&mut filled, shown.unwrap_or(before), wide);
        filled.push_str(value);
        (rest, wide) = (behind, ends_wide(value));
    }
    push(&mut filled, rest, wide);
    filled
}

/// Adds words behind a value, without the space between two Chinese ones.
fn push(filled: &mut String, words: &str, after_wide: bool) {
    let closed = words
        .strip_prefix(' ')
        .filter(|closed| closed.starts_with(is_han));
    filled.push_str(closed.filter(|_| after_wide).unwrap_or(words));
}

/// The text before and after its blank `{name}`, which shows `value`, so that a page can put markup between. Without the
/// blank all of it is in the first part.
pub fn around<'t>(text: &'t str, name: &str, value: &str) -> (&'t str, &'t str) {
    let Some((before, after)) = text.split_once(&format!("{{{name}}}")) else {
        return (text, "");
    };
    let ends = before
        .strip_suffix(' ')
        .filter(|words| words.ends_with(is_han) && begins_wide(value));
    let begins = after
        .strip_prefix(' ')
        .filter(|words| words.starts_with(is_han) && ends_wide(value));
    (ends.unwrap_or(before), begins.unwrap_or(after))
}

/// True for a Chinese character.
pub fn is_han(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3038..=0x303B | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

/// A Chinese character, or a mark that is as wide.
fn is_wide(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF5E}')
}

fn begins_wide(value: &str) -> bool {
    value.starts_with(is_wide)
}

fn ends_wide(value: &str) -> bool {
    value.ends_with(is_wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [(&str, &str); 7] = [
        ("name", "李明"),
        ("group", "蓝岸广告媒介部"),
        ("latin", "Brand team"),
        ("day", "2026年11月2日"),
        ("both", "Dan Member（李明）"),
        ("nobody", ""),
        ("reason", "我 需要 {name} 的数据"),
    ];

    fn filled(text: &str) -> String {
        fill(text, |name| {
            VALUES
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
        })
    }

    /// `docs/words.md`, tone 9: a space between Chinese and Latin letters, and none between Chinese words.
    #[test]
    fn two_chinese_words_have_no_space_between() {
        for (text, wanted) in [
            ("{name} 的成员资格", "李明的成员资格"),
            ("把 {name} 加入 {group}", "把李明加入蓝岸广告媒介部"),
            ("编辑 {latin}", "编辑 Brand team"),
            ("{latin} 由 {name} 负责", "Brand team 由李明负责"),
            ("自 {day} 起", "自 2026年11月2日起"),
            ("{group} {name} {latin}", "蓝岸广告媒介部李明 Brand team"),
            ("启用 {both} 的账号", "启用 Dan Member（李明）的账号"),
            ("由 {nobody} 负责", "由  负责"),
            ("申请理由：{reason}", "申请理由：我 需要 {name} 的数据"),
            ("保留 {other} 和 {name}", "保留 {other} 和李明"),
            ("{name} {other", "李明 {other"),
            ("Edit {name} of {group}", "Edit 李明 of 蓝岸广告媒介部"),
            ("没有空白", "没有空白"),
        ] {
            assert_eq!(filled(text), wanted, "{text}");
        }
    }

    #[test]
    fn markup_between_has_no_space_either() {
        let text = "登录后继续访问 {app} 的页面";
        for (value, wanted) in [
            ("财务", ("登录后继续访问", "的页面")),
            ("财务 2", ("登录后继续访问", " 的页面")),
            ("Finance", ("登录后继续访问 ", " 的页面")),
        ] {
            assert_eq!(around(text, "app", value), wanted, "{value}");
        }
        assert_eq!(around("to {app} now", "app", "财务"), ("to ", " now"));
        assert_eq!(around("to it", "app", "财务"), ("to it", ""));
    }
}
