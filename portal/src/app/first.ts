// The first module of the portal: it runs before anything can ask the network or read the address.
import { withoutToken } from "./strip-token";

const clean = withoutToken(location.href);
if (clean !== undefined) history.replaceState(history.state, "", clean);
