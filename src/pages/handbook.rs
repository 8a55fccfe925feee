//! The handbook of members and managers, in both languages: a page of its own, and the same in one file to keep.

use std::borrow::Cow;
use std::sync::LazyLock;

use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rust_embed::RustEmbed;

use super::page::{Frame, ServerPage};
use crate::i18n::language::Language;

/// Where the pictures are, with a wildcard for their names.
pub const PICTURES: &str = "/handbook/pictures/{name}";

#[derive(RustEmbed)]
#[folder = "docs/handbook/pictures/"]
struct Pictures;

/// The chapters in this language, as Markdown.
const fn chapters(language: Language) -> [&'static str; 2] {
    match language {
        Language::EnUs => [
            include_str!("../../docs/handbook/en/members.md"),
            include_str!("../../docs/handbook/en/managers.md"),
        ],
        Language::ZhCn => [
            include_str!("../../docs/handbook/zh/members.md"),
            include_str!("../../docs/handbook/zh/managers.md"),
        ],
    }
}

/// A heading of the second level, for the list of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Section {
    /// The id of its element.
    id: String,
    title: String,
}

/// The list of contents and the text of the file, in each language. They have all pictures, so they are written once.
static FILES: LazyLock<[(Vec<Section>, String); 2]> =
    LazyLock::new(|| Language::ALL.map(|language| written(&chapters(language).concat(), inlined)));

/// The handbook in the reader's language (T-36, F-72, G-24).
#[derive(Template)]
#[template(path = "handbook.html")]
pub struct HandbookPage {
    frame: Frame,
    sections: Cow<'static, [Section]>,
    /// HTML that comes from our own texts alone, with `{product}` where the name of the product stands.
    text: Cow<'static, str>,
    /// The style sheet of the file; the page has a link to it.
    style: Option<String>,
}

impl HandbookPage {
    /// The page, or with `as_file` the file.
    pub fn new(frame: Frame, as_file: bool) -> Self {
        let (sections, text) = if as_file {
            let languages = FILES.iter().zip(Language::ALL);
            let mut known = languages.filter(|(_, language)| *language == frame.language);
            let (sections, text) = known.next().map_or((&[][..], ""), |((sections, text), _)| {
                (sections.as_slice(), text.as_str())
            });
            (Cow::Borrowed(sections), Cow::Borrowed(text))
        } else {
            let address = |name: &str| frame.link(&PICTURES.replace("{name}", name));
            let (sections, text) = written(&chapters(frame.language).concat(), address);
            (Cow::Owned(sections), Cow::Owned(text))
        };
        let style = as_file.then(|| {
            let [shared, own] = [&frame.site.style, &frame.site.handbook_style]
                .map(|style| String::from_utf8_lossy(style.bytes()));
            format!("{shared}{own}")
        });
        Self {
            frame,
            sections,
            text,
            style,
        }
    }
}

impl ServerPage for HandbookPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, _: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        vec![("page", Self::new(frame.clone(), false))]
    }
}

/// The picture with this name; only an exact name matches.
pub fn picture(name: &str) -> Option<Vec<u8>> {
    Pictures::get(name).map(|file| file.data.into_owned())
}

/// The picture as a `data:` address; empty if there is none of this name.
fn inlined(name: &str) -> String {
    Pictures::get(name).map_or_else(String::new, |file| {
        format!("data:image/png;base64,{}", STANDARD.encode(file.data))
    })
}

/// Markdown as HTML, with an id for each heading of the second level. `address` gives the address of a picture.
fn written(markdown: &str, address: impl Fn(&str) -> String) -> (Vec<Section>, String) {
    let mut sections: Vec<Section> = Vec::new();
    let mut inside = false;
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES)
        .map(|event| match event {
            Event::Start(Tag::Heading { level, .. }) if level as usize == 2 => {
                inside = true;
                let id = format!("part-{}", sections.len() + 1);
                let tag = Event::Html(format!("<h2 id=\"{id}\">").into());
                sections.push(Section {
                    id,
                    title: String::new(),
                });
                tag
            }
            Event::End(TagEnd::Heading(level)) if level as usize == 2 => {
                inside = false;
                Event::Html("</h2>\n".into())
            }
            Event::Text(text) => {
                if let Some(section) = sections.last_mut().filter(|_| inside) {
                    section.title.push_str(&text);
                }
                Event::Text(text)
            }
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => Event::Start(Tag::Image {
                link_type,
                dest_url: picture_address(&dest_url, &address),
                title,
                id,
            }),
            event => event,
        })
        .collect();
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    (sections, text)
}

fn picture_address<'a>(link: &str, address: impl Fn(&str) -> String) -> CowStr<'a> {
    let name = link.strip_prefix("pictures/").unwrap_or(link);
    address(name).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_get_ids_and_pictures_addresses() {
        let (sections, text) = written(
            "## One & all\n\n![A *home*](pictures/home.png)\n\n### Deeper\n\n|a|b|\n|---|---|\n|c|d|\n",
            |name| format!("/x/{name}"),
        );
        assert_eq!(
            sections,
            [Section {
                id: "part-1".to_owned(),
                title: "One & all".to_owned()
            }]
        );
        assert!(
            text.starts_with("<h2 id=\"part-1\">One &amp; all</h2>\n"),
            "{text}"
        );
        assert!(
            text.contains("<img src=\"/x/home.png\" alt=\"A home\""),
            "{text}"
        );
        assert!(text.contains("<table>"), "{text}");
    }

    /// Each language has the same parts and pictures, and each picture exists.
    #[test]
    fn both_languages_have_the_same_parts() {
        let [english, chinese] = Language::ALL.map(|language| {
            let text = chapters(language).concat();
            let mut pictures = Vec::new();
            let (sections, _) = written(&text, |name| {
                assert!(Pictures::get(name).is_some(), "{name}");
                inlined(name)
            });
            for line in text
                .lines()
                .filter_map(|line| line.split_once("](pictures/"))
            {
                pictures.push(line.1.replace("-en.png)", "").replace("-zh.png)", ""));
            }
            (sections.len(), pictures)
        });
        assert_eq!(english, chinese);
    }
}
