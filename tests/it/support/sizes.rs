//! The defaults of nginx: 4 KiB of the head of an answer (`proxy_buffer_size`), and 8 KiB of a request line or header
//! line (`large_client_header_buffers`).

use url::Url;

use super::app::Answer;
use super::html;

const HEAD: usize = 4 * 1024;
const LINE: usize = 8 * 1024;
/// The bytes that a connection adds to a head, such as `Date`, and a request line to its address.
const AROUND: usize = 128;

/// The length of the head of an answer.
pub fn head(answer: &Answer) -> usize {
    let lines = answer.headers.iter();
    let lines = lines.map(|(name, value)| name.as_str().len() + value.len() + 4);
    lines.sum::<usize>() + AROUND
}

/// Checks the head of the answer from `url`, and each address of ours that it leads to.
pub fn fit_proxies(url: &Url, answer: &Answer) {
    let head = head(answer);
    let path = url.path();
    assert!(
        head <= HEAD,
        "nginx refuses the head of {path}: {head} bytes"
    );
    if !answer.header("content-type").starts_with("text/html") {
        return;
    }
    let text = answer.text();
    let forms = html::forms(&text).into_iter().map(|form| form.action);
    for address in forms.chain(html::links(&text)).chain(html::refresh(&text)) {
        let is_ours = url
            .join(&address)
            .is_ok_and(|to| to.origin() == url.origin());
        let line = address.len() + AROUND;
        assert!(
            !is_ours || line <= LINE,
            "nginx refuses a link of {path}: {line} bytes"
        );
    }
}
