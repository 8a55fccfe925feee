import type { Preset } from "./presets";

/** What a program needs to know of Atrium and of itself. */
export interface Wiring {
  issuer: string;
  clientId: string;
  /** Where people come back to; for a legacy application a page of its callback origin. */
  redirectUri: string;
  scope: string;
  appName: string;
}

export interface Snippet {
  key: string;
  /** The language with its library, a name of its own in every language. */
  name: string;
  text: string;
}

/**
 * The first lines of a program of this kind, with these values. A secret stays out of them: program and shell read it
 * from the variable CLIENT_SECRET, so that nobody commits it by accident.
 */
export function snippetsOf(preset: Preset, wiring: Wiring): Snippet[] {
  return SNIPPETS[preset].map(({ key, name, write }) => ({ key, name, text: write(wiring) }));
}

type Writer = Omit<Snippet, "text"> & { write: (wiring: Wiring) => string };

/** A text in JavaScript, Python and YAML alike. */
const quoted = (text: string) => JSON.stringify(text);
/** In Kotlin a dollar sign begins an expression. */
const inKotlin = (text: string) => quoted(text).replaceAll("$", "\\$");
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const below = (issuer: string, path: string) => `${issuer.replace(/\/$/, "")}${path}`;

export function discoveryOf(issuer: string): string {
  return below(issuer, "/.well-known/openid-configuration");
}

/** Where an application sends the browser to get a launch token at `redirectUri`. */
export function launchAddress({ issuer, redirectUri, appName }: Wiring): string {
  return below(issuer, `/login?${new URLSearchParams({ callbackUrl: redirectUri, appName }).toString()}`);
}

function discovery({ issuer, clientId }: Wiring, proof: string) {
  const plain = issuer.startsWith("http:");
  const options = plain ? ", { execute: [client.allowInsecureRequests] }" : "";
  const args = `new URL(${quoted(issuer)}), ${quoted(clientId)}, undefined, ${proof}${options}`;
  return `import * as client from "openid-client";\n\nconst config = await client.discovery(${args});\n`;
}

const BASIC = "client.ClientSecretBasic(process.env.CLIENT_SECRET)";

const node = (proof: string) => (wiring: Wiring) =>
  `${discovery(wiring, proof)}
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: ${quoted(wiring.redirectUri)},
  scope: ${quoted(wiring.scope)},
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  state,
});
// Keep verifier and state in the session, then redirect to address.

// In the handler of redirect_uri, current is the URL of the request:
const tokens = await client.authorizationCodeGrant(config, current, {
  pkceCodeVerifier: verifier,
  expectedState: state,
});
const person = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
`;

const serviceInNode = (wiring: Wiring) =>
  `${discovery(wiring, BASIC)}
const tokens = await client.clientCredentialsGrant(config);
`;

const flask = ({ issuer, clientId, redirectUri, scope }: Wiring) => `import os
from authlib.integrations.flask_client import OAuth

oauth = OAuth(app)
oauth.register(
    "atrium",
    client_id=${quoted(clientId)},
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=${quoted(discoveryOf(issuer))},
    client_kwargs={"scope": ${quoted(scope)}, "code_challenge_method": "S256"},
)

@app.get("/sign-in")
def sign_in():
    return oauth.atrium.authorize_redirect(${quoted(redirectUri)})
`;

const serviceInPython = ({ issuer, clientId }: Wiring) => `import os
from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(${quoted(clientId)}, os.environ["CLIENT_SECRET"])
token = session.fetch_token(${quoted(below(issuer, "/oauth2/token"))}, grant_type="client_credentials")
`;

const spring = (more: (wiring: Wiring) => string) => (wiring: Wiring) => `spring:
  security:
    oauth2:
      client:
        registration:
          atrium:
            client-id: ${quoted(wiring.clientId)}
            client-secret: \${CLIENT_SECRET}
${more(wiring)}
        provider:
          atrium:
            issuer-uri: ${quoted(wiring.issuer)}
`;

const springWeb = spring(
  ({ redirectUri, scope }) => `            scope: ${quoted(scope.split(" ").join(","))}
            redirect-uri: ${quoted(redirectUri)}`,
);
const springService = spring(() => "            authorization-grant-type: client_credentials");

const page = ({
  issuer,
  clientId,
  redirectUri,
  scope,
}: Wiring) => `import { UserManager } from "oidc-client-ts";

const manager = new UserManager({
  authority: ${quoted(issuer)},
  client_id: ${quoted(clientId)},
  redirect_uri: ${quoted(redirectUri)},
  scope: ${quoted(scope)},
  loadUserInfo: true,
});

// On the button:
await manager.signinRedirect();
// On the page of redirect_uri:
const { profile } = await manager.signinCallback();
`;

const kotlin = ({
  issuer,
  clientId,
  redirectUri,
  scope,
}: Wiring) => `val issuer = Uri.parse(${inKotlin(issuer)})
AuthorizationServiceConfiguration.fetchFromIssuer(issuer) { config, _ ->
    val request = AuthorizationRequest.Builder(
        config!!,
        ${inKotlin(clientId)},
        ResponseTypeValues.CODE,
        Uri.parse(${inKotlin(redirectUri)})
    ).setScope(${inKotlin(scope)}).build()
    startActivityForResult(service.getAuthorizationRequestIntent(request), 1)
}
`;

const curl = ({ issuer, clientId }: Wiring) => `curl -u ${inShell(`${clientId}:`)}"$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  ${inShell(below(issuer, "/oauth2/token"))}
`;

const askWho = ({ issuer, appName }: Wiring) => `curl -H "Access-Token: $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d ${inShell(JSON.stringify({ appName }))} \\
  ${inShell(below(issuer, `/api/security/user/info?${new URLSearchParams({ appName }).toString()}`))}
`;

const NODE = { key: "node", name: "Node (openid-client)" };
const PYTHON = { key: "python", name: "Python (Authlib)" };
const JAVA = { key: "java", name: "Java (Spring)" };
const CURL = { key: "curl", name: "curl" };

const SNIPPETS: Record<Preset, readonly Writer[]> = {
  web: [
    { ...NODE, write: node(BASIC) },
    { ...PYTHON, write: flask },
    { ...JAVA, write: springWeb },
  ],
  page: [{ key: "page", name: "JavaScript (oidc-client-ts)", write: page }],
  native: [
    { ...NODE, write: node("client.None()") },
    { key: "android", name: "Kotlin (AppAuth)", write: kotlin },
  ],
  service: [
    { ...CURL, write: curl },
    { ...NODE, write: serviceInNode },
    { ...PYTHON, write: serviceInPython },
    { ...JAVA, write: springService },
  ],
  legacy: [{ ...CURL, write: askWho }],
};
