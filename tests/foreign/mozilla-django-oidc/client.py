"""mozilla-django-oidc from PyPI in a Django project: sign in, refresh, the silent renewal of its
SessionRefresh, sign out here and at the issuer."""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from application import run  # noqa: E402

with tempfile.TemporaryDirectory(prefix="atrium-django-") as folder:
    run("mozilla-django-oidc", [sys.executable, str(HERE / "project.py")], DATABASE=f"{folder}/db.sqlite3")
