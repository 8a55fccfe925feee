"""A small browser for our pages: cookies, redirects and plain HTML forms, no script."""

import urllib.error
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin, urlsplit


@dataclass
class Form:
    """A form: its address, its fields, and its buttons by id."""

    action: str
    method: str
    fields: dict = field(default_factory=dict)
    buttons: dict = field(default_factory=dict)


class Forms(HTMLParser):
    """Collects the forms of a page; a button outside a form can name its form."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.by_id, self.within, self.texts, self.refresh = [], {}, None, [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        at = dict(attrs)
        if tag == "meta" and (at.get("http-equiv") or "").lower() == "refresh":
            self.refresh = at["content"].partition("url=")[2]
        if tag == "form":
            self.within = Form(at.get("action") or "", (at.get("method") or "get").lower())
            self.forms.append(self.within)
            self.by_id[at.get("id")] = self.within
        home = self.by_id.get(at["form"]) if "form" in at else self.within
        if home is None:
            return
        if tag == "button" or (tag == "input" and at.get("type") == "submit"):
            home.buttons[at.get("id")] = (at.get("name"), at.get("value") or "")
        elif tag == "input" and at.get("name"):
            if at.get("type") not in ("checkbox", "radio") or "checked" in at:
                home.fields[at["name"]] = at.get("value") or ""

    def handle_endtag(self, tag):
        if tag == "form":
            self.within = None

    def handle_data(self, data):
        self.texts.append(data.strip())


class Page:
    """The final answer to a request."""

    def __init__(self, url, status, headers, text):
        self.url, self.status, self.headers, self.text = url, status, headers, text
        parsed = Forms(text)
        # Where the page leads at once, without a script.
        self.refresh = parsed.refresh
        self.forms, self.words = parsed.forms, " ".join(word for word in parsed.texts if word)

    def form_with(self, name=None, button=None):
        """The form that has a field or a button of this name, or a button with this id."""
        for form in self.forms:
            names = {named for named, _ in form.buttons.values()}
            if name in form.fields or (name and name in names) or (button and button in form.buttons):
                return form
        return None


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """Follows redirects, and pages that lead on at once, until the address `until`, which belongs to an application."""

    def __init__(self):
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.jar), _Stay
        )

    def get(self, url, until=None):
        return self._go("GET", url, None, {}, until)

    def submit(self, page, form, fields=None, button=None, until=None):
        values = {**form.fields, **(fields or {})}
        if button and form.buttons[button][0]:
            values[form.buttons[button][0]] = form.buttons[button][1]
        at = urlsplit(page.url)
        headers = {"Referer": page.url, "Origin": f"{at.scheme}://{at.netloc}"}
        target = urljoin(page.url, form.action)
        if form.method == "get":
            return self._go("GET", f"{target}?{urlencode(values)}", None, {}, until)
        return self._go("POST", target, urlencode(values).encode(), headers, until)

    def _go(self, method, url, data, headers, until):
        for _ in range(15):
            if until and url.startswith(until):
                return Page(url, 0, {}, "")
            sent = {"Accept": "text/html,*/*;q=0.8", **headers}
            request = urllib.request.Request(url, data, sent, method=method)
            try:
                answer = self.opener.open(request, timeout=20)
            except urllib.error.HTTPError as refusal:
                answer = refusal
            to = answer.headers.get("Location")
            if answer.status not in (301, 302, 303, 307, 308) or not to:
                page = Page(url, answer.status, answer.headers, answer.read().decode())
                if not page.refresh:
                    return page
                to = page.refresh
            if answer.status in (307, 308) and method == "POST":
                raise AssertionError(f"{url} would send the form on to {to}")
            method, url, data, headers = "GET", urljoin(url, to), None, {}
        raise AssertionError(f"redirects without end at {url}")

    def sign_in(self, url, account, password, until):
        """Goes to `url` and answers our pages until the browser is sent to `until`."""
        page = self.answer(self.get(url, until), account, password, until)
        if not page.url.startswith(until):
            raise AssertionError(f"the sign-in stopped at {page.url} ({page.status}): {page.words[:300]}")
        return page

    def answer(self, page, account, password, until=None):
        """Signs in and consents, as far as our pages ask for it."""
        for _ in range(4):
            login, consent = page.form_with("password"), page.form_with("decision")
            if login:
                page = self.submit(page, login, {"account": account, "password": password}, until=until)
            elif consent:
                page = self.submit(page, consent, {"decision": "allow"}, until=until)
            else:
                break
        return page

    def sign_out(self, url, until=None):
        """Goes to a sign-out address, and says yes if it asks."""
        page = self.get(url, until)
        asks = page.form_with(button="logout-yes")
        return self.submit(page, asks, button="logout-yes", until=until) if asks else page
