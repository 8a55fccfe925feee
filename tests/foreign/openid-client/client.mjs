// openid-client from npm, used as in an application: sign-in, UserInfo, refresh with rotation, a
// silent second sign-in, and a sign-out after which no token works.
import assert from 'node:assert/strict';
import * as oidc from 'openid-client';
import { Browser } from './browser.mjs';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, ACCOUNT, PASSWORD, REDIRECT_URI, SIGNED_OUT_URI } = process.env;
const browser = new Browser();
const say = (what) => console.log(`openid-client: ${what}`);

const config = await oidc.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  oidc.ClientSecretBasic(CLIENT_SECRET),
  { execute: [oidc.allowInsecureRequests] },
);
// The signature of the ID token is checked too, although the token came straight from the issuer.
oidc.enableNonRepudiationChecks(config);
assert.equal(config.serverMetadata().issuer, ISSUER);
say('discovered');

/** Sends the browser to the issuer. Returns the callback address and the values to check it with. */
async function authorize(parameters) {
  const verifier = oidc.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    idTokenExpected: true,
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...parameters,
  });
  const back = await browser.signIn(url, ACCOUNT, PASSWORD, REDIRECT_URI);
  return { back: new URL(back.url), checks };
}

const offline = await authorize({
  scope: 'openid profile email offline_access',
  prompt: 'consent',
});
const tokens = await oidc.authorizationCodeGrant(config, offline.back, offline.checks);
const { sub } = tokens.claims();
assert.ok(sub, 'the ID token names a subject');
assert.ok(tokens.refresh_token, 'offline_access gives a refresh token');
say('signed in, ID token verified');

const user = await oidc.fetchUserInfo(config, tokens.access_token, sub);
assert.equal(user.preferred_username, ACCOUNT);
assert.match(user.email, /@/);
say('userinfo agrees');

const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token);
assert.notEqual(renewed.access_token, tokens.access_token);
if (renewed.id_token) assert.equal(renewed.claims().sub, sub);
await oidc.fetchUserInfo(config, renewed.access_token, sub);
say('refreshed');

const silent = await authorize({ scope: 'openid profile', prompt: 'none' });
const second = await oidc.authorizationCodeGrant(config, silent.back, silent.checks);
assert.equal(second.claims().sub, sub);
say('signed in again without being asked');

const signOut = oidc.buildEndSessionUrl(config, {
  id_token_hint: second.id_token,
  post_logout_redirect_uri: SIGNED_OUT_URI,
  state: 'bye',
});
const out = await browser.signOut(signOut, SIGNED_OUT_URI);
assert.equal(out.url, `${SIGNED_OUT_URI}?state=bye`);
say('signed out');

const after = await authorize({ scope: 'openid', prompt: 'none' });
await assert.rejects(
  oidc.authorizationCodeGrant(config, after.back, after.checks),
  { error: 'login_required' },
  'after the sign-out nobody is signed in',
);
await assert.rejects(
  oidc.fetchUserInfo(config, second.access_token, sub),
  'the access token died with the session',
);
say('and nothing is left of the session');
