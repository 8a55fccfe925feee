"""Apache with mod_auth_openidc in front of a page: sign-in, the user's name on the page,
refresh by the module's hook, and a sign-out after which no token works."""

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import Browser  # noqa: E402

HERE = Path(__file__).parent
ISSUER = os.environ["ISSUER"]
ACCOUNT, PASSWORD = os.environ["ACCOUNT"], os.environ["PASSWORD"]
REDIRECT_URI, SIGNED_OUT_URI = os.environ["REDIRECT_URI"], os.environ["SIGNED_OUT_URI"]
MODULES = Path("/usr/lib/apache2/modules")
# Apache listens at the one registered address.
SITE = f"http://{urlsplit(REDIRECT_URI).netloc}"
PORT = urlsplit(REDIRECT_URI).port
PAGE = f"{SITE}/page.shtml"


def say(what):
    print(f"apache: {what}", flush=True)


def configure(folder):
    """Writes all files for Apache into a folder."""
    (folder / "htdocs").mkdir()
    shutil.copy(HERE / "page.shtml", folder / "htdocs")
    # Apache does not run as root, so its user must be able to read the folder.
    run_as = "User www-data\nGroup www-data" if os.geteuid() == 0 else ""
    folder.chmod(0o755)
    text = (HERE / "apache.conf").read_text()
    values = {
        "folder": folder,
        "port": PORT,
        "modules": MODULES,
        "run_as": run_as,
        "issuer": ISSUER,
        "client_id": os.environ["CLIENT_ID"],
        "client_secret": os.environ["CLIENT_SECRET"],
        "redirect_uri": REDIRECT_URI,
        "signed_out_uri": re.escape(SIGNED_OUT_URI),
        "passphrase": secrets.token_urlsafe(24),
    }
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    (folder / "apache.conf").write_text(text)


def start(folder):
    """Starts it and waits until it listens."""
    command = ["apache2", "-f", str(folder / "apache.conf"), "-D", "FOREGROUND"]
    server = subprocess.Popen(command, stderr=subprocess.STDOUT)
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", PORT)) == 0:
                return server
        if server.poll() is not None:
            break
        time.sleep(0.05)
    raise AssertionError(f"Apache did not start: {(folder / 'error.log').read_text()[-2000:]}")


def told(page):
    """The claims that Apache passes to the page."""
    assert page.status == 200, f"{page.url} answered {page.status}: {page.words[:300]}"
    return dict(re.findall(r'<dd id="(\w+)">(.*?)</dd>', page.text))


def walk():
    browser = Browser()
    first = told(browser.answer(browser.get(PAGE), ACCOUNT, PASSWORD))
    assert first["user"] == ACCOUNT, first
    assert "@" in first["email"] and first["sub"] and first["token"], first
    say(f"signed in; the page sees REMOTE_USER {first['user']}")

    hook = f"{REDIRECT_URI}?refresh={quote(PAGE, safe='')}&access_token={quote(first['token'], safe='')}"
    renewed = told(browser.get(hook))
    assert renewed["token"] != first["token"], "a new access token"
    assert (renewed["user"], renewed["sub"]) == (first["user"], first["sub"]), renewed
    say("refreshed")

    out = browser.sign_out(f"{REDIRECT_URI}?logout={quote(SIGNED_OUT_URI, safe='')}", SIGNED_OUT_URI)
    assert out.url.startswith(SIGNED_OUT_URI), f"the sign-out stopped at {out.url}: {out.words[:300]}"
    say("signed out")

    page = browser.get(PAGE)
    assert not page.url.startswith(SITE), "the page asks for a sign-in again"
    assert page.form_with("password"), f"and the issuer for a password: {page.words[:300]}"
    say("and nothing is left of the session")


def main():
    missing = not shutil.which("apache2") or not (MODULES / "mod_auth_openidc.so").exists()
    if missing:
        sys.exit("apache: missing; run: apt-get install apache2 libapache2-mod-auth-openidc")
    with tempfile.TemporaryDirectory(prefix="atrium-apache-") as name:
        folder = Path(name)
        configure(folder)
        server = start(folder)
        try:
            walk()
        except BaseException:
            print((folder / "error.log").read_text()[-2000:], file=sys.stderr)
            raise
        finally:
            server.terminate()
            server.wait(10)


main()
