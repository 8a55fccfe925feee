"""Signs people in to a new Atrium through an identity provider that we did not write.

python3 provider.py NAME COMMAND…     (environment: CARGO_TARGET_DIR)

The command starts the provider at `PORT`, which knows the Atrium at `HERE` as its client "atrium" with `CLIENT_SECRET`.
It has the people new, dan and eve with the address NAME@demo.test, which it verified.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

from browser import Browser

ROOT = Path(__file__).parents[2]
ATRIUM = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug/atrium"
SECRET = "foreign-provider-secret-0123456789"
APPLICATION = "http://127.0.0.1:9999/callback"
PASSWORD = "Atrium2026*"
name, command = sys.argv[1], sys.argv[2:]


def say(what):
    print(f"{name}: {what}", flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def await_answer(url, *programs):
    """Waits until a program answers at `url`."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(400):
        try:
            return direct.open(url, timeout=5).read()
        except OSError:
            if any(program.poll() is not None for program in programs):
                break
            time.sleep(0.05)
    sys.exit(f"{name}: nothing answers at {url}")


class Person:
    """A person with a browser of their own."""

    def __init__(self, here, issuer, who):
        self.here, self.issuer, self.who, self.browser = here, issuer, who, Browser()

    def authorize(self, **more):
        """Where an application sends the browser to."""
        asked = {"client_id": "demo-app", "response_type": "code", "scope": "openid email", "redirect_uri": APPLICATION}
        return f"{self.here}/oauth2/authorize?{urlencode({**asked, **more, 'state': 's'})}"

    def way_there(self, page):
        """The address of the provider's button on the sign-in page."""
        way = re.search(r'href="([^"]*/federation/foreign[^"]*)"', page.text)
        assert way, f"no button for the provider at {page.url}: {page.words[:300]}"
        return urljoin(page.url, unescape(way[1]))

    def sign_in(self, page=None):
        """From an application, or from this sign-in page, through the provider's pages and back."""
        page = self.browser.get(self.way_there(page or self.browser.get(self.authorize(), APPLICATION)), APPLICATION)
        return self.at_provider(page)

    def at_provider(self, page):
        for _ in range(4):
            login = page.form_with("login")
            if page.url.startswith(self.issuer):
                fields = {"login": self.who, "password": PASSWORD} if login else {}
                page = self.browser.submit(page, login or page.forms[0], fields, until=APPLICATION)
        return page

    def arrives(self, page):
        """The application's code: consent is asked where it has not been given."""
        page = self.browser.answer(page, "", "", APPLICATION)
        assert page.url.startswith(APPLICATION), f"ended at {page.url} ({page.status}): {page.words[:300]}"
        assert "code" in parse_qs(urlsplit(page.url).query), page.url
        return page

    def signed_in(self):
        """True if an application gets a code without a question."""
        page = self.browser.get(self.authorize(prompt="none"), APPLICATION)
        return "code" in parse_qs(urlsplit(page.url).query)


def walk(here, issuer, login):
    def person(who):
        return Person(here, issuer, login(who))

    new = person("new")
    new.arrives(new.sign_in())
    assert new.signed_in()
    say("a newcomer got an account and arrived at the application")

    again = person("new")
    again.arrives(again.sign_in())
    say("the same person arrived again in a second browser")

    dan = person("dan")
    dan.arrives(dan.sign_in())
    say("an account with the verified address was linked")

    page = dan.browser.get(dan.authorize(prompt="login"), APPLICATION)
    page = dan.browser.get(dan.way_there(page), APPLICATION)
    assert page.url.startswith(issuer) or page.form_with("login"), f"prompt=login asked nothing: {page.url}"
    dan.arrives(dan.at_provider(page))
    say("prompt=login was asked there")

    page = dan.browser.sign_out(f"{here}/logout")
    there = re.search(r'href="(' + re.escape(issuer) + r'[^"]*)"', page.text)
    assert not dan.signed_in()
    if there:
        page = dan.browser.get(unescape(there[1]))
        page = dan.browser.submit(page, page.forms[0], {"logout": "yes"})
        assert page.url.startswith(f"{here}/logout"), f"ended at {page.url}: {page.words[:300]}"
        say("signed out here and there, and came back")
        return True
    say("signed out here; the provider offers no sign-out")
    return False


def ended_by_provider(here, issuer, who):
    """Signing out at the provider ends the session here (OpenID Connect Back-Channel Logout)."""
    new = Person(here, issuer, who)
    new.arrives(new.sign_in())
    document = json.loads(await_answer(f"{issuer}/.well-known/openid-configuration"))
    page = new.browser.get(document["end_session_endpoint"])
    new.browser.submit(page, page.forms[0], {"logout": "yes"})
    for _ in range(100):
        if not new.signed_in():
            return say("a sign-out there ended the session here")
        time.sleep(0.05)
    sys.exit(f"{name}: the session here outlived the one there")


def main():
    here_port, port = free_port(), free_port()
    here, origin = f"http://localhost:{here_port}", f"http://127.0.0.1:{port}"
    issuer = f"{origin}{os.environ.get('ISSUER_PATH', '')}"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "secret").write_text(SECRET)
        Path(folder, "atrium.toml").write_text(f"""
[[federation.provider]]
id = "foreign"
label = "The company"
issuer = "{issuer}"
client_id = "atrium"
secret_file = "secret"
create = "make"
domains = ["demo.test"]
""")
        settings = {
            "ATRIUM_SERVER__LISTEN": f"127.0.0.1:{here_port}",
            "ATRIUM_SERVER__PUBLIC_URL": here,
            "ATRIUM_DATABASE__URL": f"sqlite:{folder}/atrium.db",
            "ATRIUM_CLIENTS__FILE": str(ROOT / "clients.toml"),
            "ATRIUM_MAIL__URL": f"file:{folder}/mail",
            "ATRIUM_OUTBOUND__ALLOW": f'["127.0.0.1:{port}"]',
        }
        mine = {key: value for key, value in os.environ.items() if not key.startswith("ATRIUM_")}
        with open(f"{folder}/log", "w") as log:
            of = {"cwd": folder, "stdout": log, "stderr": log}
            subprocess.run([ATRIUM, "seed", "--demo"], check=True, env={**mine, **settings}, **of)
            programs = [
                subprocess.Popen(command, env={**mine, "PORT": str(port), "CLIENT_SECRET": SECRET, "HERE": here}, stdout=log, stderr=log),
                subprocess.Popen([ATRIUM, "serve"], env={**mine, **settings}, **of),
            ]
        try:
            document = f"{issuer}/.well-known/openid-configuration"
            await_answer(document, *programs)
            await_answer(f"http://127.0.0.1:{here_port}/readyz", *programs)
            login = {"dex": lambda who: f"{who}@demo.test"}.get(name, lambda who: who)
            if walk(here, issuer, login):
                ended_by_provider(here, issuer, login("new"))
        except BaseException:
            print(Path(folder, "log").read_text()[-3000:], file=sys.stderr)
            raise
        finally:
            for program in programs:
                program.terminate()
                program.wait()


main()
