"""Authlib from PyPI, used as in a Flask application: sign-in, UserInfo, refresh, a silent
second sign-in, and a sign-out after which no token works."""

import os
import secrets
import sys
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, session

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import Browser  # noqa: E402

ISSUER = os.environ["ISSUER"]
ACCOUNT, PASSWORD = os.environ["ACCOUNT"], os.environ["PASSWORD"]
REDIRECT_URI, SIGNED_OUT_URI = os.environ["REDIRECT_URI"], os.environ["SIGNED_OUT_URI"]


def say(what):
    print(f"authlib: {what}", flush=True)


# A usual Flask application. Flask's test client is its browser.
app = Flask(__name__)
app.secret_key = secrets.token_bytes(32)
oauth = OAuth(app)
oauth.register(
    "atrium",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)
tokens = {}


@app.get("/sign-in")
def sign_in():
    return oauth.atrium.authorize_redirect(REDIRECT_URI)


@app.get("/sign-in-offline")
def sign_in_offline():
    return oauth.atrium.authorize_redirect(
        REDIRECT_URI, scope="openid profile email offline_access", prompt="consent"
    )


@app.get("/sign-in-silently")
def sign_in_silently():
    return oauth.atrium.authorize_redirect(REDIRECT_URI, prompt="none", max_age=3600)


@app.get("/callback")
def callback():
    try:
        token = oauth.atrium.authorize_access_token()
    except OAuthError as refusal:
        return jsonify(error=refusal.error), 403
    # Authlib has checked state, nonce and the ID token, and calls its claims userinfo.
    tokens["last"] = token
    session["user"] = token["userinfo"]["sub"]
    return jsonify(token["userinfo"])


own = app.test_client()
issuer = Browser()


def through(path):
    """Follows the user from the application to the issuer and back."""
    away = own.get(path).headers["Location"]
    back = urlsplit(issuer.sign_in(away, ACCOUNT, PASSWORD, REDIRECT_URI).url)
    return own.get(f"{back.path}?{back.query}")


def main():
    answer = through("/sign-in-offline")
    assert answer.status_code == 200, answer.json
    subject, first = answer.json["sub"], tokens["last"]
    assert answer.json["iss"] == ISSUER, answer.json
    say("signed in, ID token verified")

    with app.app_context():
        user = oauth.atrium.userinfo(token=first)
        assert user["sub"] == subject, user
        assert user["preferred_username"] == ACCOUNT and "@" in user["email"], user
        say("userinfo agrees")

        renewed = oauth.atrium.fetch_access_token(
            grant_type="refresh_token", refresh_token=first["refresh_token"]
        )
        assert renewed["access_token"] != first["access_token"], "a new access token"
        assert oauth.atrium.userinfo(token=renewed)["sub"] == subject
        say("refreshed")

    answer = through("/sign-in-silently")
    assert answer.status_code == 200, answer.json
    assert answer.json["sub"] == subject and answer.json["auth_time"], answer.json
    second = tokens["last"]
    assert "refresh_token" not in second, "no refresh token without offline_access"
    say("signed in again without being asked")

    with app.app_context():
        end_session = oauth.atrium.load_server_metadata()["end_session_endpoint"]
    hint = {"id_token_hint": second["id_token"], "post_logout_redirect_uri": SIGNED_OUT_URI}
    out = issuer.sign_out(f"{end_session}?{urlencode(hint)}", SIGNED_OUT_URI)
    assert out.url == SIGNED_OUT_URI, out.url
    say("signed out")

    answer = through("/sign-in-silently")
    assert answer.json == {"error": "login_required"}, answer.json
    with app.app_context():
        gone = oauth.atrium.get(
            oauth.atrium.load_server_metadata()["userinfo_endpoint"], token=second
        )
    assert gone.status_code == 401, "the access token died with the session"
    say("and nothing is left of the session")


main()
