//! Reads the forms of our own pages.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    pub method: String,
    pub action: String,
    /// Names and values of inputs.
    pub fields: Vec<(String, String)>,
    /// Names and values of buttons.
    pub buttons: Vec<(String, String)>,
}

impl Form {
    pub fn has(&self, name: &str) -> bool {
        let named = |(key, _): &(String, String)| key == name;
        self.fields.iter().any(named) || self.buttons.iter().any(named)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// All forms of `html`, in order.
pub fn forms(html: &str) -> Vec<Form> {
    let mut forms = Vec::new();
    for piece in html.split("<form").skip(1) {
        let piece = piece.split("</form>").next().unwrap();
        let mut form = Form::default();
        for (at, tag) in piece.split('<').enumerate() {
            let tag = if at == 0 { tag } else { tag.trim_start() };
            let inside = tag.split('>').next().unwrap();
            if at == 0 {
                form.method = attribute(inside, "method").unwrap_or_default();
                form.action = attribute(inside, "action").unwrap_or_default();
            } else if let Some(name) = attribute(inside, "name") {
                let value = attribute(inside, "value").unwrap_or_default();
                if inside.starts_with("button") {
                    form.buttons.push((name, value));
                } else if inside.starts_with("input") {
                    form.fields.push((name, value));
                }
            }
        }
        forms.push(form);
    }
    forms
}

/// The address of the link that looks like a button.
pub fn button_link(html: &str) -> Option<String> {
    let tags = html.split("<a ").skip(1);
    let mut tags = tags.map(|tag| format!(" {}", tag.split('>').next().unwrap_or_default()));
    let tag = tags.find(|tag| tag.contains("class=\"button\""))?;
    attribute(&tag, "href")
}

/// The addresses of all links.
pub fn links(html: &str) -> Vec<String> {
    let tags = html.split("<a ").skip(1);
    let tags = tags.map(|tag| format!(" {}", tag.split('>').next().unwrap_or_default()));
    tags.filter_map(|tag| attribute(&tag, "href")).collect()
}

/// Where a page leads at once, without a script: the address of its `refresh` pragma.
pub fn refresh(html: &str) -> Option<String> {
    let (_, tag) = html.split_once("<meta http-equiv=\"refresh\"")?;
    let content = attribute(tag.split('>').next()?, "content")?;
    content.strip_prefix("0; url=").map(str::to_owned)
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let value = tag[start..].split('"').next()?;
    Some(unescape(value))
}

fn unescape(text: &str) -> String {
    let mut out = text.to_owned();
    for (entity, plain) in [
        ("&#60;", "<"),
        ("&lt;", "<"),
        ("&#62;", ">"),
        ("&gt;", ">"),
        ("&#34;", "\""),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ] {
        out = out.replace(entity, plain);
    }
    out
}

#[test]
fn forms_are_read_with_their_hidden_fields() {
    let html = r#"<p><form method="post" action="/a?x=1&#38;y=2"><input type="hidden" name="csrf"
        value="t"><button name="decision" value="allow">Yes</button></form>"#;
    let form = &forms(html)[0];
    assert_eq!(form.action, "/a?x=1&y=2");
    assert_eq!(form.fields, [("csrf".to_owned(), "t".to_owned())]);
    assert!(form.has("decision") && !form.has("password"));
}

/// The address of the first link whose text contains `words`.
pub fn link(html: &str, words: &str) -> String {
    let (before, _) = html
        .split_once(words)
        .unwrap_or_else(|| panic!("no {words} in {html}"));
    let (_, tag) = before.rsplit_once("<a ").expect("a link");
    between(tag, "href=\"", "\"")
        .replace("&#38;", "&")
        .replace("&amp;", "&")
}

/// What stands between `before` and `after`.
pub fn between(html: &str, before: &str, after: &str) -> String {
    let rest = html
        .split_once(before)
        .unwrap_or_else(|| panic!("no {before} in {html}"))
        .1;
    rest.split_once(after).expect("an end").0.to_owned()
}
