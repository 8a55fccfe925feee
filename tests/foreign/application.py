"""Starts an application that listens at the registered address, and uses it as a person would.

Every application shows one page at `/`:

- a `<dd id="…">` each for `user`, `sub`, `email` and `token` (the access token) while a person is
  signed in, and for `error` after a refused request;
- one form each with the actions `/sign-in`, `/sign-in-silently` (`prompt=none`), `/refresh`,
  `/replay` (presents the refresh token that the last refresh used up) and `/sign-out`.
"""

import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from urllib.parse import parse_qs, urlsplit

from browser import Browser

ISSUER = os.environ["ISSUER"]
ACCOUNT, PASSWORD = os.environ["ACCOUNT"], os.environ["PASSWORD"]
REDIRECT_URI, SIGNED_OUT_URI = os.environ["REDIRECT_URI"], os.environ["SIGNED_OUT_URI"]
# The application listens at the one registered address.
AT = urlsplit(REDIRECT_URI)
SITE = f"http://{AT.netloc}"


def start(name, command, **environment):
    """Starts the application, and waits until it says that it is listening."""
    with socket.socket() as probe:
        if probe.connect_ex((AT.hostname, AT.port)) == 0:
            sys.exit(f"{name}: {AT.netloc} is taken; end what runs there")
    app = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    said = []
    for line in app.stdout:
        said.append(line)
        if "listening" in line.lower():
            return app, said
    sys.exit(f"{name}: the application did not start:\n{''.join(said)}")


class Person:
    """A person with a browser at the application."""

    def __init__(self):
        self.browser = Browser()

    def press(self, action, until=None):
        """Presses one button of the application's page."""
        page = self.browser.get(f"{SITE}/")
        form = next(form for form in page.forms if form.action == action)
        return self.browser.submit(page, form, until=until)

    def sign_in(self):
        """Signs in through the issuer's pages."""
        return told(self.browser.answer(self.press("/sign-in"), ACCOUNT, PASSWORD))

    def signed_out(self):
        """Whether nobody is signed in at the application."""
        return "user" not in told(self.browser.get(f"{SITE}/"))


def told(page):
    """The values that the application's page shows."""
    assert page.url.startswith(f"{SITE}/"), f"stopped at {page.url}: {page.words[:300]}"
    assert page.status == 200, f"{page.url} answered {page.status}: {page.words[:300]}"
    return dict(re.findall(r'<dd id="(\w+)">(.*?)</dd>', page.text))


def userinfo(token):
    """The status of UserInfo for a token."""
    address = f"{ISSUER}/oauth2/userinfo"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
    try:
        return urllib.request.urlopen(request, timeout=20).status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def walk(say, leave):
    """Signs in, refreshes, signs in silently, signs out here and, by the address `leave`, at the issuer."""
    person = Person()
    first = person.sign_in()
    assert first["user"] == ACCOUNT and "@" in first["email"] and first["sub"], first
    say("signed in, ID token verified, userinfo agrees")

    renewed = told(person.press("/refresh"))
    assert "error" not in renewed, renewed
    assert renewed["token"] != first["token"], "a new access token"
    assert renewed["sub"] == first["sub"] and userinfo(renewed["token"]) == 200, renewed
    say("refreshed")

    assert told(person.press("/replay")).get("error") == "invalid_grant"
    assert told(person.press("/refresh")).get("error") == "invalid_grant"
    assert userinfo(renewed["token"]) == 401, "the whole family is revoked"
    say("a used refresh token is refused, and its family with it")

    silent = told(person.press("/sign-in-silently"))
    assert silent["sub"] == first["sub"] and silent["token"] != renewed["token"], silent
    say("signed in again without being asked")

    out = person.press("/sign-out", until=SIGNED_OUT_URI)
    assert out.url == SIGNED_OUT_URI, f"the sign-out stopped at {out.url}: {out.words[:300]}"
    assert person.signed_out(), "the application forgot the person"
    page = person.press("/sign-in")
    assert page.form_with("password"), f"the issuer asks for the password again: {page.words[:300]}"
    assert userinfo(silent["token"]) == 401, "the access token died with the session"
    say("signed out, here and at the issuer")

    person.sign_in()
    person.browser.sign_out(leave)
    back = person.press("/sign-in-silently", until=REDIRECT_URI)
    assert parse_qs(urlsplit(back.url).query)["error"] == ["login_required"], back.url
    person.browser.get(back.url)
    assert person.signed_out(), "the application heard it"
    say("signed out at the issuer; asked silently, nothing is left of the session")


def run(name, command, leave=f"{ISSUER}/logout", **environment):
    """Starts the application, walks through it, and ends it."""
    app, said = start(name, command, **environment)
    try:
        walk(lambda what: print(f"{name}: {what}", flush=True), leave)
    except BaseException:
        app.terminate()
        print("".join(said) + app.stdout.read()[-4000:], file=sys.stderr)
        raise
    finally:
        app.terminate()
        app.wait(10)
