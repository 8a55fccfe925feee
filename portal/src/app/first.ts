// The first module that runs, before any other sends a request or reads the address.
import { withoutToken } from "./strip-token";

const clean = withoutToken(location.href);
if (clean !== undefined) history.replaceState(history.state, "", clean);
