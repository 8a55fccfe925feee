import * as oauth from "oauth4webapi";
import type { PortalConfig } from "../config";
import type { Store } from "./store";

/** Tokens as they are kept: bound to the key beside them, useless without it. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** The account, as the ID token names it. */
  subject: string;
}

/** How a request goes out once it is signed: `fetch`, unless something else is to carry it. */
export type Send = NonNullable<oauth.ProtectedResourceRequestOptions[typeof oauth.customFetch]>;

/** Where the sign-in comes back to; registered with the server as `<origin>/callback`. */
export const CALLBACK = "/callback";

const KEY = "dpop-key";
const METADATA = "metadata";
const DEFAULT_LIFETIME_S = 300;

/** Plain http exists for loopback alone; the server refuses any other such issuer. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; this is the case it is for
const PLAIN_HTTP = { [oauth.allowInsecureRequests]: true } as const;

/** The server no longer takes this refresh token: the session is over. */
export class SessionOver extends Error {
  override name = "SessionOver";
}

/** Speaks OAuth 2 with PKCE and DPoP (RFC 6749, 7636, 9449) for one client, through oauth4webapi. */
export class Protocol {
  private readonly client: oauth.Client;
  private readonly issuer: URL;
  private readonly transport: Partial<typeof PLAIN_HTTP>;
  private handle: Promise<oauth.DPoPHandle> | undefined;

  constructor(
    private readonly config: PortalConfig,
    private readonly store: Store,
  ) {
    this.client = { client_id: config.clientId };
    this.issuer = new URL(config.issuer);
    this.transport = this.issuer.protocol === "http:" ? PLAIN_HTTP : {};
  }

  /** The address that starts a sign-in; `verifier`, `state` and `nonce` are this attempt's own. */
  async authorizeUrl(given: {
    verifier: string;
    state: string;
    nonce: string;
    locale: string;
  }): Promise<URL> {
    const { authorization_endpoint } = await this.discover();
    if (!authorization_endpoint) throw new Error("The issuer names no authorization_endpoint");
    const url = new URL(authorization_endpoint);
    const parameters = {
      client_id: this.config.clientId,
      response_type: "code",
      redirect_uri: this.redirectUri,
      scope: this.config.scope,
      state: given.state,
      nonce: given.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(given.verifier),
      code_challenge_method: "S256",
      ui_locales: given.locale,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  }

  /** Exchanges the code of a callback address. Throws `oauth.AuthorizationResponseError` when it carries an error. */
  async exchange(callback: URL, given: { verifier: string; state: string; nonce: string }): Promise<Tokens> {
    const server = await this.metadata();
    const parameters = oauth.validateAuthResponse(server, this.client, callback, given.state);
    const DPoP = await this.dpop();
    return withNonce(async () => {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.client,
        oauth.None(),
        parameters,
        this.redirectUri,
        given.verifier,
        { DPoP, ...this.transport },
      );
      this.takeTime(response);
      const answer = await oauth.processAuthorizationCodeResponse(server, this.client, response, {
        expectedNonce: given.nonce,
        requireIdToken: true,
      });
      const subject = oauth.getValidatedIdTokenClaims(answer)?.sub ?? "";
      return tokens(answer, subject, undefined);
    });
  }

  /** Trades the refresh token for the next pair. Throws `SessionOver` when the server says no for good. */
  async refresh(old: Tokens): Promise<Tokens> {
    const { refreshToken } = old;
    if (refreshToken === undefined) throw new SessionOver();
    const server = await this.metadata();
    const DPoP = await this.dpop();
    try {
      return await withNonce(async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          this.client,
          oauth.None(),
          refreshToken,
          { DPoP, ...this.transport },
        );
        this.takeTime(response);
        const answer = await oauth.processRefreshTokenResponse(server, this.client, response);
        return tokens(answer, old.subject, refreshToken);
      });
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.status < 500 && error.status !== 429) {
        throw new SessionOver("refused", { cause: error });
      }
      throw error;
    }
  }

  /** Calls the product API with a proof for exactly this request. A 401 comes back as an answer. */
  async call(accessToken: string, request: Request, send?: Send): Promise<Response> {
    const DPoP = await this.dpop();
    const body = request.body === null ? null : await request.arrayBuffer();
    try {
      return await withNonce(() =>
        oauth.protectedResourceRequest(
          accessToken,
          request.method,
          new URL(request.url),
          request.headers,
          body,
          {
            DPoP,
            signal: request.signal,
            ...this.transport,
            ...(send && { [oauth.customFetch]: send }),
          },
        ),
      );
    } catch (error) {
      if (error instanceof oauth.WWWAuthenticateChallengeError) return error.response;
      throw error;
    }
  }

  /** Leaves no key behind in this browser. */
  async forgetKey(): Promise<void> {
    this.handle = undefined;
    await this.store.delete(KEY);
  }

  /** Judges an ID token by the clock of who made it: the browser's own may be hours off. */
  private takeTime(response: Response): void {
    const told = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(told)) this.client[oauth.clockSkew] = Math.round((told - Date.now()) / 1000);
  }

  private get redirectUri(): string {
    return location.origin + CALLBACK;
  }

  private async discover(): Promise<oauth.AuthorizationServer> {
    const response = await oauth.discoveryRequest(this.issuer, { ...this.transport });
    const server = await oauth.processDiscoveryResponse(this.issuer, response);
    await this.store.set(METADATA, server);
    return server;
  }

  /** As kept since the last sign-in, so that a reload costs no round trip; asked anew at each sign-in. */
  private async metadata(): Promise<oauth.AuthorizationServer> {
    const kept = await this.store.get<oauth.AuthorizationServer>(METADATA);
    return kept?.issuer === this.config.issuer ? kept : this.discover();
  }

  private dpop(): Promise<oauth.DPoPHandle> {
    return (this.handle ??= this.key().then((key) => oauth.DPoP(this.client, key)));
  }

  /** One key for all tabs: made once, under the lock, and never readable by any script. */
  private async key(): Promise<CryptoKeyPair> {
    return await navigator.locks.request("atrium.dpop-key", async () => {
      const kept = await this.store.get<CryptoKeyPair>(KEY);
      if (kept) return kept;
      const made = await oauth.generateKeyPair("ES256", { extractable: false });
      await this.store.set(KEY, made);
      return made;
    });
  }
}

/** RFC 9449 section 8: a server that wants its nonce says so once; oauth4webapi has kept it by then. */
async function withNonce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (oauth.isDPoPNonceError(error)) return attempt();
    throw error;
  }
}

function tokens(answer: oauth.TokenEndpointResponse, subject: string, before: string | undefined): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before,
    expiresAt: Date.now() + (answer.expires_in ?? DEFAULT_LIFETIME_S) * 1000,
    subject,
  };
}

export const newVerifier = oauth.generateRandomCodeVerifier;
export const newState = oauth.generateRandomState;
export const newNonce = oauth.generateRandomNonce;

/** The `error` of a callback address, such as `access_denied`, or undefined for anything else. */
export function callbackError(error: unknown): string | undefined {
  return error instanceof oauth.AuthorizationResponseError ? error.error : undefined;
}
