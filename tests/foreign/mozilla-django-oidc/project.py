"""A Django project in one file, whose users sign in with mozilla-django-oidc."""

import os
import secrets
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.urls import include, path
from django.utils.html import format_html, format_html_join
from requests import HTTPError

ISSUER, SIGNED_OUT_URI = os.environ["ISSUER"], os.environ["SIGNED_OUT_URI"]
HOST = urlsplit(os.environ["REDIRECT_URI"])
ACTIONS = ("/sign-in", "/sign-in-silently", "/refresh", "/replay", "/sign-out")


def end_session(request):
    """The address at the issuer that ends the session of this ID token."""
    query = {
        "id_token_hint": request.session["oidc_id_token"],
        "post_logout_redirect_uri": SIGNED_OUT_URI,
    }
    return f"{ISSUER}/oauth2/logout?{urlencode(query)}"


settings.configure(
    LOGGING={
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"console": {"class": "logging.StreamHandler"}},
        "root": {"handlers": ["console"], "level": "WARNING"},
    },
    ALLOWED_HOSTS=[HOST.hostname],
    SECRET_KEY=secrets.token_urlsafe(32),
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "mozilla_django_oidc",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "mozilla_django_oidc.middleware.SessionRefresh",
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["DATABASE"]}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
    AUTHENTICATION_BACKENDS=[f"{__name__}.Backend"],
    LOGIN_REDIRECT_URL="/",
    LOGIN_REDIRECT_URL_FAILURE="/",
    LOGOUT_REDIRECT_URL="/",
    OIDC_AUTHENTICATE_CLASS=f"{__name__}.SignIn",
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_RP_SCOPES="openid profile email",
    OIDC_USE_PKCE=True,
    OIDC_OP_AUTHORIZATION_ENDPOINT=f"{ISSUER}/oauth2/authorize",
    OIDC_OP_TOKEN_ENDPOINT=f"{ISSUER}/oauth2/token",
    OIDC_OP_USER_ENDPOINT=f"{ISSUER}/oauth2/userinfo",
    OIDC_OP_JWKS_ENDPOINT=f"{ISSUER}/oauth2/jwks",
    OIDC_OP_LOGOUT_URL_METHOD=f"{__name__}.end_session",
    OIDC_STORE_ID_TOKEN=True,
    OIDC_STORE_ACCESS_TOKEN=True,
)

import django  # noqa: E402

django.setup()

from mozilla_django_oidc.auth import OIDCAuthenticationBackend  # noqa: E402
from mozilla_django_oidc.views import (  # noqa: E402
    OIDCAuthenticationCallbackView,
    OIDCAuthenticationRequestView,
    OIDCLogoutView,
)


class SignIn(OIDCAuthenticationRequestView):
    """Asks for a refresh token, and for the consent that it needs."""

    def get_extra_params(self, request):
        return {"prompt": "consent", "scope": f"{settings.OIDC_RP_SCOPES} offline_access"}


class Backend(OIDCAuthenticationBackend):
    """Identifies a person by `sub`, and stores the refresh token, which the library ignores."""

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def get_username(self, claims):
        return claims["sub"]

    def create_user(self, claims):
        return self.update_user(super().create_user(claims), claims)

    def update_user(self, user, claims):
        user.first_name, user.email = claims["preferred_username"], claims["email"]
        user.save()
        return user

    def get_token(self, payload):
        answer = super().get_token(payload)
        self.request.session["refresh_token"] = answer.get("refresh_token")
        return answer


def renew(request, refresh_token):
    """Uses a refresh token with the library's own call, and calls UserInfo again."""
    backend = Backend()
    backend.request = request
    try:
        answer = backend.get_token(
            {
                "grant_type": "refresh_token",
                "refresh_token": refresh_token,
                "client_id": settings.OIDC_RP_CLIENT_ID,
                "client_secret": settings.OIDC_RP_CLIENT_SECRET,
            }
        )
    except HTTPError as refusal:
        return refusal.response.json()["error"]
    claims = backend.get_userinfo(answer["access_token"], None, None)
    assert claims["sub"] == request.user.username
    request.session["oidc_access_token"] = answer["access_token"]
    return None


def home(request, error=None):
    facts = [("error", error)] if error else []
    if request.user.is_authenticated:
        facts += [("user", request.user.first_name), ("sub", request.user.username)]
        facts += [("email", request.user.email), ("token", request.session["oidc_access_token"])]
    hidden = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request))
    forms = format_html_join(
        "\n",
        '<form action="{}" method="{}">{}<button>{}</button></form>',
        # The library starts a sign-in with GET only.
        ((action, *(("get", "") if action == "/sign-in" else ("post", hidden)), action) for action in ACTIONS),
    )
    shown = format_html_join("\n", '<dt>{}</dt><dd id="{}">{}</dd>', ((name, name, fact) for name, fact in facts))
    return HttpResponse(format_html("<!doctype html><title>Django</title><dl>{}</dl>{}", shown, forms))


def refresh(request):
    request.session["used"] = request.session["refresh_token"]
    return home(request, renew(request, request.session["used"]))


def replay(request):
    return home(request, renew(request, request.session["used"]))


def expire(request):
    """As after fifteen minutes: at the next page SessionRefresh asks the issuer with prompt=none."""
    request.session["oidc_id_token_expiration"] = 0
    return HttpResponseRedirect("/")


urlpatterns = [
    path("", home),
    path("sign-in", SignIn.as_view(), name="oidc_authentication_init"),
    path("callback", OIDCAuthenticationCallbackView.as_view(), name="oidc_authentication_callback"),
    path("sign-out", OIDCLogoutView.as_view(), name="oidc_logout"),
    path("sign-in-silently", expire),
    path("refresh", refresh),
    path("replay", replay),
]

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    server = ThreadedWSGIServer((HOST.hostname, HOST.port), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    print("listening", flush=True)
    server.serve_forever()
