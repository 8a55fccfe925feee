// The peer: oidc-provider in a usual setup with an in-memory store. It does the same work as Atrium
// and has the same form fields, so one load generator drives both.
//
// node server.mjs [port]      (environment: ISSUER, CALLBACKS, ACCOUNT, PASSWORD)
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import Provider from 'oidc-provider';
import { MemoryStore } from './store.mjs';

const port = Number(process.argv[2] ?? 9300);
const issuer = process.env.ISSUER ?? `http://127.0.0.1:${port}`;
const callbacks = (process.env.CALLBACKS ?? 'http://127.0.0.1:9999/callback').split(' ');
const account = process.env.ACCOUNT ?? 'DanMember';
const password = process.env.PASSWORD ?? 'Atrium2026*';

// The password hash of Atrium: argon2id, 19 MiB, two passes, one lane.
const cost = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const kept = await hash(password, cost);

const key = (alg, { privateKey }) => ({
  ...privateKey.export({ format: 'jwk' }),
  kid: alg.toLowerCase(),
  use: 'sig',
  alg,
});
const keys = [
  key('RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })),
  key('ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })),
];

const claims = {
  sub: '1b671a64-40d5-491e-99b0-da01ff1f3341',
  name: 'Dan Member',
  given_name: 'Dan',
  family_name: 'Member',
  preferred_username: account,
  locale: 'en',
  updated_at: 1780000000,
  email: 'dan@demo.test',
  email_verified: true,
};

const provider = new Provider(issuer, {
  adapter: MemoryStore,
  jwks: { keys },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  clients: [
    {
      client_id: 'demo-app',
      client_secret: 'demo-app-secret-0123456789abcdef',
      redirect_uris: callbacks,
      post_logout_redirect_uris: [...new Set(callbacks.map((uri) => new URL('/', uri).href))],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      backchannel_logout_uri: process.env.BACKCHANNEL,
      scope: 'openid profile email offline_access',
    },
    {
      client_id: 'bench-es256',
      client_secret: 'bench-es256-secret-0123456789abcdef',
      redirect_uris: callbacks,
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      scope: 'openid profile email offline_access',
    },
    {
      client_id: 'bench-jwt',
      client_secret: 'bench-jwt-secret-0123456789abcdef',
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
    },
  ],
  claims: {
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
    email: ['email', 'email_verified'],
  },
  findAccount: (_, id) => ({ accountId: id, claims: () => claims }),
  pkce: { required: () => false },
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    ClientCredentials: 3600,
    Grant: 14 * 86400,
    IdToken: 3600,
    Interaction: 900,
    RefreshToken: 14 * 86400,
    Session: 12 * 3600,
  },
  features: {
    backchannelLogout: { enabled: true },
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      // One client gets signed access tokens (RFC 9068), the other opaque ones.
      defaultResource: (_, client) => (client.clientId === 'bench-jwt' ? 'urn:bench' : undefined),
      getResourceServerInfo: () => ({
        scope: '',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true },
    rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
  },
  interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
});

function logoutSource(ctx, form) {
  const yes = '<button id="logout-yes" form="op.logoutForm" name="logout" value="yes">Yes</button>';
  ctx.body = `<!doctype html><title>Sign out</title>${form}${yes}`;
}

function postLogoutSuccessSource(ctx) {
  ctx.body = '<!doctype html><title>Signed out</title><p>You are signed out.</p>';
}

const form = (title, action, fields) => `<!doctype html><html lang="en"><title>${title}</title>
<form method="post" action="${action}">${fields}</form></html>`;
const loginPage = (action) =>
  form(
    'Sign in',
    action,
    `<label>Account <input name="account"></label>
<label>Password <input name="password" type="password"></label><button>Sign in</button>`,
  );
const consentPage = (action) =>
  form(
    'Allow?',
    action,
    `<button id="consent-allow" name="decision" value="allow">Allow</button>
<button id="consent-deny" name="decision" value="deny">Deny</button>`,
  );

// The two interaction pages: password and consent.
provider.use(async (ctx, next) => {
  if (ctx.path === '/login' && ctx.method === 'GET') {
    ctx.body = loginPage('/login');
    return;
  }
  if (!ctx.path.startsWith('/login/')) {
    await next();
    return;
  }
  const details = await provider.interactionDetails(ctx.req, ctx.res);
  if (ctx.method === 'GET') {
    ctx.body = details.prompt.name === 'login' ? loginPage(ctx.path) : consentPage(ctx.path);
    return;
  }
  const fields = await body(ctx.req);
  const result =
    details.prompt.name === 'login'
      ? await login(fields)
      : { consent: { grantId: await consent(details, fields) } };
  if (!result) {
    ctx.status = 401;
    ctx.body = loginPage(ctx.path);
    return;
  }
  const to = await provider.interactionResult(ctx.req, ctx.res, result, {
    mergeWithLastSubmission: true,
  });
  ctx.status = 303;
  ctx.redirect(to);
});

async function login(fields) {
  const right = await verify(kept, fields.get('password') ?? '');
  return right && fields.get('account') === account
    ? { login: { accountId: claims.sub, amr: ['pwd'] } }
    : undefined;
}

async function consent({ grantId, session, params, prompt }, fields) {
  if (fields.get('decision') !== 'allow') throw new Error('denied');
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '));
  return grant.save();
}

async function body(request) {
  let text = '';
  for await (const part of request) text += part;
  return new URLSearchParams(text);
}

provider.listen(port, '127.0.0.1', () => console.log(`peer: ${issuer}, Node ${process.version}`));
