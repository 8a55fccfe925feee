"""The openidconnect crate, as examples/relying-app uses it: sign-in, refresh, offline
access, sign-out here and elsewhere."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import Browser  # noqa: E402

ISSUER = os.environ["ISSUER"]
ACCOUNT, PASSWORD = os.environ["ACCOUNT"], os.environ["PASSWORD"]
# The origin of the application's registered callback and logout addresses.
SITE = os.environ["SIGNED_OUT_URI"].rstrip("/")
PORT = urlsplit(SITE).port
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).parents[3] / "target"))


def say(what):
    print(f"openidconnect: {what}", flush=True)


def start():
    """Starts the application and waits until it has found the issuer."""
    program = TARGET / "debug/relying-app"
    if not program.exists():
        sys.exit(f"openidconnect: {program} is missing; run: cargo build -p relying-app")
    app = subprocess.Popen([program], env={**os.environ, "PORT": str(PORT)}, stdout=subprocess.PIPE, text=True)
    for line in app.stdout:
        if "signs in with" in line:
            return app
        print(line, end="", file=sys.stderr)
    sys.exit("openidconnect: the application did not start")


def sign_in(browser, path="/login"):
    """Goes from the application through the issuer's pages and back."""
    return home(browser.answer(browser.get(f"{SITE}{path}"), ACCOUNT, PASSWORD))


def home(page):
    """The application's page for a signed-in person."""
    assert page.url == f"{SITE}/", f"ended at {page.url} ({page.status}): {page.words[:300]}"
    assert "Hello" in page.words and ACCOUNT in page.words, page.words[:300]
    return page


def press(browser, page, action):
    """Presses the button of the form with this action."""
    form = next(form for form in page.forms if form.action == action)
    return browser.submit(page, form)


def signed_out(browser):
    return "This application has no passwords" in browser.get(f"{SITE}/").words


def walk():
    browser = Browser()
    page = sign_in(browser)
    say("signed in, ID token verified, userinfo agrees")
    home(press(browser, page, "/refresh"))
    say("asked userinfo again")

    page = sign_in(browser, "/login?offline=1")
    assert "A refresh token is held" in page.words, page.words[:300]
    page = home(press(browser, page, "/refresh"))
    home(press(browser, page, "/refresh"))
    say("refreshed, and once more with the next refresh token")

    page = press(browser, page, "/sign-out")
    asks = page.form_with(button="logout-yes")
    page = browser.submit(page, asks, button="logout-yes") if asks else page
    assert page.url == f"{SITE}/" and signed_out(browser), f"{page.url}: {page.words[:300]}"
    page = browser.get(f"{SITE}/login")
    assert page.form_with("password"), f"the issuer asks for the password again: {page.words[:300]}"
    say("signed out, here and at the issuer")
    return browser


def told_from_afar(browser):
    """A person signs out at the issuer, and a back-channel logout informs the application."""
    sign_in(browser)
    assert not signed_out(browser)
    browser.sign_out(os.environ.get("LOGOUT_PAGE", f"{ISSUER}/logout"))
    until = time.monotonic() + 5
    while not signed_out(browser):
        assert time.monotonic() < until, "no logout token came within five seconds"
        time.sleep(0.05)
    say("told of a sign-out elsewhere by back-channel logout")


def main():
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", PORT)) == 0:
            sys.exit(f"openidconnect: port {PORT} is taken; end what runs there (make run?)")
    app = start()
    try:
        told_from_afar(walk())
    finally:
        app.terminate()
        app.wait(10)


main()
