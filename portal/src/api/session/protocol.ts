import * as oauth from "oauth4webapi";
import { addressOf } from "../../address/base";
import type { PortalConfig } from "../config";
import type { Proof } from "./proof";
import type { Store } from "./store";

/** The stored tokens with the DPoP key that they are bound to. No script can read the key. */
export interface Tokens {
  key: CryptoKeyPair;
  /** A random name of the key, because a stored key is another object each time that it is read. */
  keyId: string;
  accessToken: string;
  refreshToken: string | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** `sub` of the ID token. */
  subject: string;
}

/** Sends a signed request; `fetch` by default. */
export type Send = NonNullable<oauth.ProtectedResourceRequestOptions[typeof oauth.customFetch]>;

/** The path of the redirect URI, registered as `<public_url>/callback`. */
export const CALLBACK = "/callback";

/** With `?1` in this header the server does not count a request as use of the session: a timer sent it. */
export const UNATTENDED = "atrium-unattended";

const METADATA = "metadata";
const DEFAULT_LIFETIME_S = 300;
/** How long a server may take to give tokens. */
const PATIENCE_MS = 20_000;

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
  private handle: { keyId: string; dpop: oauth.DPoPHandle } | undefined;

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
    proof?: Proof | undefined;
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
      ...given.proof,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  }

  /** Exchanges the code of a callback address; `oauth.AuthorizationResponseError` if that has an error instead. */
  async exchange(
    callback: URL,
    given: { verifier: string; state: string; nonce: string; proof?: Proof | undefined },
  ): Promise<Tokens> {
    const server = await this.metadata();
    const parameters = oauth.validateAuthResponse(server, this.client, callback, given.state);
    // A new key for each sign-in.
    const bound = {
      key: await oauth.generateKeyPair("ES256", { extractable: false }),
      keyId: oauth.generateRandomState(),
    };
    const DPoP = this.dpop(bound);
    return withNonce(async () => {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.client,
        oauth.None(),
        parameters,
        this.redirectUri,
        given.verifier,
        { DPoP, signal: inTime(), ...this.transport },
      );
      this.takeTime(response);
      const answer = await oauth.processAuthorizationCodeResponse(server, this.client, response, {
        expectedNonce: given.nonce,
        requireIdToken: true,
        // OpenID Connect Core 3.1.3.7: `auth_time` is checked if `max_age` was sent.
        ...(given.proof?.max_age && { maxAge: Number(given.proof.max_age) }),
      });
      const subject = oauth.getValidatedIdTokenClaims(answer)?.sub ?? "";
      return tokens(answer, { ...bound, subject, refreshToken: undefined });
    });
  }

  /**
   * Exchanges the refresh token for the next tokens; `unattended` if nobody caused it. Throws `SessionOver` if the server
   * refuses it.
   */
  async refresh(old: Tokens, unattended: boolean): Promise<Tokens> {
    const { refreshToken } = old;
    if (refreshToken === undefined) throw new SessionOver();
    const server = await this.metadata();
    const DPoP = this.dpop(old);
    try {
      return await withNonce(async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          this.client,
          oauth.None(),
          refreshToken,
          {
            DPoP,
            signal: inTime(),
            ...this.transport,
            ...(unattended && { headers: { [UNATTENDED]: "?1" } }),
          },
        );
        this.takeTime(response);
        const answer = await oauth.processRefreshTokenResponse(server, this.client, response);
        return tokens(answer, old);
      });
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.status < 500 && error.status !== 429) {
        throw new SessionOver("refused", { cause: error });
      }
      throw error;
    }
  }

  /** Calls the product API with a DPoP proof for this request. Returns a 401 like any other answer. */
  async call(tokens: Tokens, request: Request, send?: Send): Promise<Response> {
    const DPoP = this.dpop(tokens);
    const body = request.body === null ? null : await request.arrayBuffer();
    try {
      return await withNonce(() =>
        oauth.protectedResourceRequest(
          tokens.accessToken,
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

  /** Takes the time from the server's answer, because the browser's clock may be hours off. */
  private takeTime(response: Response): void {
    const told = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(told)) this.client[oauth.clockSkew] = Math.round((told - Date.now()) / 1000);
  }

  private get redirectUri(): string {
    return addressOf(CALLBACK);
  }

  private async discover(): Promise<oauth.AuthorizationServer> {
    const response = await oauth.discoveryRequest(this.issuer, { signal: inTime(), ...this.transport });
    const server = await oauth.processDiscoveryResponse(this.issuer, response);
    await this.store.set(METADATA, server);
    return server;
  }

  /** The discovery document. It is fetched at each sign-in and then stored, so that a reload need not fetch it. */
  private async metadata(): Promise<oauth.AuthorizationServer> {
    const kept = await this.store.get<oauth.AuthorizationServer>(METADATA);
    return kept?.issuer === this.config.issuer ? kept : this.discover();
  }

  /** The signer of a key. It remembers the server's nonce, so it lives with the key. */
  private dpop({ key, keyId }: Pick<Tokens, "key" | "keyId">): oauth.DPoPHandle {
    if (this.handle?.keyId !== keyId) this.handle = { keyId, dpop: oauth.DPoP(this.client, key) };
    return this.handle.dpop;
  }
}

function inTime(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
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

function tokens(
  answer: oauth.TokenEndpointResponse,
  { key, keyId, subject, refreshToken }: Pick<Tokens, "key" | "keyId" | "subject" | "refreshToken">,
): Tokens {
  return {
    key,
    keyId,
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? refreshToken,
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
