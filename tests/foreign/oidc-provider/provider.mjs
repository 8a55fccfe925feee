// npm's oidc-provider as the identity provider of a company: any password is right, and the name is the subject.
//
// node provider.mjs      (environment: PORT, CLIENT_SECRET, HERE: the address of the Atrium)
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider from 'oidc-provider';

const { PORT, CLIENT_SECRET, HERE } = process.env;
const issuer = `http://127.0.0.1:${PORT}`;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const provider = new Provider(issuer, {
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'es256', use: 'sig', alg: 'ES256' }] },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  clients: [
    {
      client_id: 'atrium',
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${HERE}/federation/foreign/callback`],
      post_logout_redirect_uris: [`${HERE}/logout`],
      backchannel_logout_uri: `${HERE}/federation/foreign/backchannel-logout`,
      backchannel_logout_session_required: true,
      id_token_signed_response_alg: 'ES256',
    },
  ],
  // The address is at UserInfo only, as OpenID Connect Core 5.4 has it.
  claims: { email: ['email', 'email_verified'], profile: ['name'] },
  features: { backchannelLogout: { enabled: true } },
  // Its dispatcher refuses addresses of this machine, where the Atrium listens.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@demo.test`, email_verified: true, name: `The person ${id}` }),
  }),
});
// A notice that was refused is in the log.
provider.on('backchannel.error', (_, error) => console.error(error));
provider.listen(Number(PORT), '127.0.0.1', () => console.log(`serves ${issuer}`));
