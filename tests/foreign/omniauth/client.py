"""omniauth-openid-connect from Debian in a Sinatra application: sign in, refresh, a silent second
sign-in, sign out here and at the issuer."""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from application import AT, SITE, run  # noqa: E402

if not shutil.which("puma"):
    sys.exit("omniauth: missing; run: apt-get install puma ruby-sinatra ruby-omniauth-openid-connect")
puma = ["puma", "--environment", "production", "--bind", f"tcp://{AT.netloc}", str(HERE / "config.ru")]
# The library's own sign-out sends an address to return to, but neither client nor ID token.
run("omniauth", puma, leave=f"{SITE}/sign-in/logout")
