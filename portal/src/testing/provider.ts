import { http, HttpResponse } from "msw";
import { ORIGIN } from "./server";

/** The claims of a proof or ID token. The signature is not checked, because these tests check what the portal sends. */
export function payloadOf(jwt: string): Record<string, unknown> {
  return JSON.parse(atob((jwt.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/"))) as Record<
    string,
    unknown
  >;
}

interface ProviderOptions {
  /** The lifetime of an access token in seconds. */
  lifetime?: number;
  /** The number of seconds by which its clock is ahead of the browser's clock. */
  ahead?: number;
  /** Answers a refresh without an ID token, as OpenID Connect Core 12.2 allows. */
  leanRefresh?: boolean;
}

/** A fake OpenID provider for the portal, with PKCE, DPoP nonces and refresh tokens that work once. */
export function fakeProvider(options: ProviderOptions = {}) {
  const state = {
    subject: "u-1",
    lifetime: options.lifetime ?? 300,
    nonce: "",
    /** When the person proved themselves, in seconds; sent only if it is requested. */
    authTime: undefined as number | undefined,
    /** Wants a newer proof before it answers a call. */
    wantsProof: false,
    live: new Set<string>(),
    refreshTokens: new Set<string>(),
    grants: [] as URLSearchParams[],
    proofs: [] as Record<string, unknown>[],
    /** Which requests said that nobody caused them, in their order. */
    marks: [] as { call: string; mark: string | null }[],
    wantsNonce: true,
    count: 0,
  };
  const encode = (value: unknown) =>
    btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const handlers = [
    http.get(`${ORIGIN}/.well-known/openid-configuration`, () =>
      HttpResponse.json({
        issuer: ORIGIN,
        authorization_endpoint: `${ORIGIN}/oauth2/authorize`,
        token_endpoint: `${ORIGIN}/oauth2/token`,
        authorization_response_iss_parameter_supported: true,
      }),
    ),
    http.post(`${ORIGIN}/oauth2/token`, async ({ request }) => {
      const proof = payloadOf(request.headers.get("dpop") ?? "");
      if (state.wantsNonce && proof.nonce !== "server-nonce") {
        return HttpResponse.json(
          { error: "use_dpop_nonce" },
          { status: 400, headers: { "dpop-nonce": "server-nonce" } },
        );
      }
      const form = new URLSearchParams(await request.text());
      state.proofs.push(proof);
      state.grants.push(form);
      state.marks.push({
        call: form.get("grant_type") ?? "",
        mark: request.headers.get("atrium-unattended"),
      });
      if (
        form.get("grant_type") === "refresh_token" &&
        !state.refreshTokens.delete(form.get("refresh_token") ?? "")
      ) {
        return HttpResponse.json({ error: "invalid_grant" }, { status: 400 });
      }
      state.count += 1;
      const access = `at-${state.count}`;
      const refresh = `rt-${state.count}`;
      state.live.add(access);
      state.refreshTokens.add(refresh);
      const now = Math.floor(Date.now() / 1000) + (options.ahead ?? 0);
      const claims = {
        iss: ORIGIN,
        sub: state.subject,
        aud: "portal",
        iat: now,
        exp: now + 300,
        nonce: state.nonce,
        ...(state.authTime !== undefined && { auth_time: state.authTime }),
      };
      const lean = options.leanRefresh === true && form.get("grant_type") === "refresh_token";
      const idToken = `${encode({ alg: "RS256" })}.${encode(claims)}.c2ln`;
      const answer = {
        access_token: access,
        refresh_token: refresh,
        token_type: "DPoP",
        expires_in: state.lifetime,
        ...(!lean && { id_token: idToken }),
      };
      return HttpResponse.json(answer, { headers: { date: new Date(now * 1000).toUTCString() } });
    }),
    http.get(`${ORIGIN}/api/security/user/login-count`, ({ request }) => {
      state.marks.push({ call: "api", mark: request.headers.get("atrium-unattended") });
      const token = request.headers.get("authorization")?.replace("DPoP ", "") ?? "";
      state.proofs.push(payloadOf(request.headers.get("dpop") ?? ""));
      if (state.live.has(token) && state.wantsProof) {
        const challenge = 'DPoP error="insufficient_user_authentication", acr_values="a b", max_age="300"';
        return HttpResponse.json(
          { status: 100013, data: null, msg: "Confirm that it is you." },
          { status: 401, headers: { "www-authenticate": challenge } },
        );
      }
      return state.live.has(token)
        ? HttpResponse.json({ status: 0, data: token, msg: "" })
        : HttpResponse.json(
            { status: 100000, data: null, msg: "Please sign in." },
            { status: 401, headers: { "www-authenticate": 'DPoP error="invalid_token"' } },
          );
    }),
  ];
  return { state, handlers };
}
