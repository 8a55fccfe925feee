import * as oauth from "oauth4webapi";
import type { PortalConfig } from "../config";
import type { Store } from "./store";

/** The stored tokens. They are bound to the DPoP key and useless without it. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** `sub` of the ID token. */
  subject: string;
}

/** Sends a signed request; `fetch` by default. */
export type Send = NonNullable<oauth.ProtectedResourceRequestOptions[typeof oauth.customFetch]>;

/** The path of the redirect URI, registered as `<origin>/callback`. */
export const CALLBACK = "/callback";

const KEY = "dpop-key";
const METADATA = "metadata";
const DEFAULT_LIFETIME_S = 300;

/** Plain http is only possible on loopback; the server refuses any other http issuer. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; this is the case it is for
const PLAIN_HTTP = { [oauth.allowInsecureRequests]: true } as const;

/** The server no longer accepts this refresh token: the session is over. */
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

  /** The address that starts a sign-in; `verifier`, `state` and `nonce` are new for each attempt. */
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

  /** Exchanges the code of a callback address; `oauth.AuthorizationResponseError` if that has an error instead. */
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

  /** Exchanges the refresh token for the next tokens. Throws `SessionOver` if the server refuses it. */
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

  /** Calls the product API with a DPoP proof for this request. Returns a 401 like any other answer. */
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

  /** Deletes the DPoP key from this browser. */
  async forgetKey(): Promise<void> {
    this.handle = undefined;
    await this.store.delete(KEY);
  }

  /** Takes the time from the server's answer, because the browser's clock may be hours off. */
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

  /** The discovery document. It is fetched at each sign-in and then stored, so that a reload need not fetch it. */
  private async metadata(): Promise<oauth.AuthorizationServer> {
    const kept = await this.store.get<oauth.AuthorizationServer>(METADATA);
    return kept?.issuer === this.config.issuer ? kept : this.discover();
  }

  private dpop(): Promise<oauth.DPoPHandle> {
    return (this.handle ??= this.key().then((key) => oauth.DPoP(this.client, key)));
  }

  /** One key for all tabs, created once under a lock. No script can read it. */
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

/** RFC 9449 section 8: if the server asks for its nonce, tries once more. oauth4webapi has stored the nonce by then. */
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

/** The `error` of a callback address, such as `access_denied`; undefined for other failures. */
export function callbackError(error: unknown): string | undefined {
  return error instanceof oauth.AuthorizationResponseError ? error.error : undefined;
}
