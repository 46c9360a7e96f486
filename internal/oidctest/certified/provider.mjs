// A certified OpenID provider for tests: npm's oidc-provider, which asks people on pages of its own. Its settings are
// JSON in the first argument. It prints its issuer when it is ready.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';

const { client, secret, redirect, clock, life } = JSON.parse(process.argv[2]);

// The provider's clock, in milliseconds beside the machine's.
const now = Date.now;
Date.now = () => now() + clock;

const { default: Provider } = await import('oidc-provider');
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client, client_secret: secret, redirect_uris: [redirect] }],
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'] }, // with a code flow, in UserInfo alone
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: `${id} of Acme` }) }),
    ttl: { IdToken: life },
    cookies: { keys: ['a test'] },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: '1' }] },
  });
  server.on('request', provider.callback());
  console.log(`issuer=${issuer}`);
});
