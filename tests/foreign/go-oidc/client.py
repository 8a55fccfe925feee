"""go-oidc and golang.org/x/oauth2 in a Go application: sign in, refresh, a silent second sign-in,
sign out here and at the issuer. `run` has built the application."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from application import run  # noqa: E402

run("go-oidc", [os.environ["GO_OIDC"]])
