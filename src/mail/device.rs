//! The usual names of the browser and the system in a `User-Agent`, as the portal has them (`kit/browser-name.ts`). An
//! email repeats nothing else of it, because anybody chooses that text (trap T11).

/// The first match wins, because each browser also names those that it descends from.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("MicroMessenger/", "WeChat"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 6] = [
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The names of the browser and its system, if they are known ones.
pub(super) fn device_of(user_agent: &str) -> (Option<&'static str>, Option<&'static str>) {
    let find = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(sign, _)| user_agent.contains(sign));
        found.map(|(_, name)| *name)
    };
    (find(&BROWSERS), find(&SYSTEMS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trap T11: an email never repeats what a browser calls itself.
    #[test]
    fn only_known_names_are_repeated() {
        let edge =
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0";
        assert_eq!(device_of(edge), (Some("Edge"), Some("Windows")));
        let phone =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1";
        assert_eq!(device_of(phone), (Some("Safari"), Some("iOS")));
        assert_eq!(device_of("https://evil.example/login"), (None, None));
    }
}
