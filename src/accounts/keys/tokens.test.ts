import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import type { Failure } from '../../kernel/failures.ts';
import { MasterKeyring } from './keyring.ts';
import { Tokens } from './tokens.ts';

const time = { now: Date.UTC(2026, 0, 15) };
const clock = { now: () => time.now };
const keyring = new MasterKeyring(Buffer.alloc(32, 1));
const tokens = new Tokens(keyring, clock);
const seconds = (): number => Math.floor(time.now / 1000);

async function refusal(authorization: string | undefined, by = tokens): Promise<[kind: string, message: string]> {
  return await by.subject(authorization).then(
    () => assert.fail('It was taken.'),
    (error: Failure) => [error.kind, error.message],
  );
}

describe('own tokens', () => {
  test('accepts an issued token until it expires', async () => {
    const { token, expiresIn } = await tokens.issue('admin');
    assert.equal(expiresIn, 3600);
    for (const scheme of ['Bearer', 'bearer']) assert.equal(await tokens.subject(`${scheme} ${token}`), 'admin');
    time.now += 3_599_000;
    assert.equal(await tokens.subject(`Bearer ${token}`), 'admin');
    time.now += 1000;
    assert.deepEqual(await refusal(`Bearer ${token}`), [
      'TokenInvalid',
      'Access denied: the bearer token is missing or invalid: it has expired.',
    ]);
  });

  test('rejects forged, changed, unsigned and differently signed tokens', async () => {
    const { token } = await tokens.issue('admin');
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const strangers = [
      (await new Tokens(new MasterKeyring(Buffer.alloc(32, 2)), clock).issue('admin')).token,
      `${header}.${encoded({ ...claims, sub: 'someone' })}.${signature}`,
      `${encoded({ alg: 'none' })}.${payload}.${signature}`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(keyring.tokenKey),
      await new SignJWT({ ...claims, iss: 'other' }).setProtectedHeader({ alg: 'HS256' }).sign(keyring.tokenKey),
      await new SignJWT({ ...claims, aud: 'other' }).setProtectedHeader({ alg: 'HS256' }).sign(keyring.tokenKey),
    ];
    for (const stranger of strangers)
      assert.deepEqual(
        await refusal(`Bearer ${stranger}`),
        ['TokenInvalid', "Access denied: the bearer token is missing or invalid: it is not one of this server's."],
        stranger,
      );
  });

  test('explains how to send a token', async () => {
    const { token } = await tokens.issue('admin');
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      token,
      `Bearer ${token} more`,
      'Bearer a.b',
      `Bearer ${'a'.repeat(10_000)}`,
    ]) {
      assert.match((await refusal(header))[1], /send it as "Authorization: Bearer <token>"/);
    }
  });

  test('rejects a token without the role', async () => {
    const now = seconds();
    const token = await new SignJWT({ roles: ['reader'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('perennial')
      .setAudience('perennial')
      .setSubject('s')
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(keyring.tokenKey);
    assert.equal((await refusal(`Bearer ${token}`))[0], 'TokenForbidden');
  });
});

describe('tokens of an external issuer', () => {
  let outside: Tokens;
  let sign: (claims: JWTPayload, alg?: string) => Promise<string>;
  let publicKey: string;
  const good = (): JWTPayload => ({ iss: 'https://issuer.test', aud: 'perennial-api', sub: 'ops', iat: seconds(), exp: seconds() + 60 });
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(jwks));
  let jwks = '';
  before(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    publicKey = await exportSPKI(pair.publicKey);
    jwks = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256' }] });
    sign = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(pair.privateKey);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    outside = new Tokens(keyring, clock, {
      issuer: 'https://issuer.test',
      audience: 'perennial-api',
      jwksUrl: `http://127.0.0.1:${port}/keys`,
    });
  });
  after(() => server.close());

  test('accepts the role in the claims that issuers use', async () => {
    for (const claim of [
      { roles: ['perennial.manage'] },
      { roles: 'perennial.manage' },
      { scope: 'openid perennial.manage' },
      { scp: ['x', 'perennial.manage'] },
    ]) {
      assert.equal(await outside.subject(`Bearer ${await sign({ ...good(), ...claim })}`), 'ops', JSON.stringify(claim));
    }
    for (const claim of [{}, { roles: ['manage'] }, { scope: 'perennial.manager' }, { roles: { 'perennial.manage': true } }]) {
      assert.equal((await refusal(`Bearer ${await sign({ ...good(), ...claim })}`, outside))[0], 'TokenForbidden', JSON.stringify(claim));
    }
  });

  test('still accepts own tokens', async () => {
    assert.equal(await outside.subject(`Bearer ${(await outside.issue('admin')).token}`), 'admin');
  });

  test('rejects another issuer or audience, an expired token and one signed with the public key', async () => {
    const claims = { ...good(), roles: ['perennial.manage'] };
    const strangers = [
      await sign({ ...claims, iss: 'https://other.test' }),
      await sign({ ...claims, aud: 'other' }),
      await sign({ ...claims, exp: seconds() - 1 }),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(Buffer.from(publicKey)),
    ];
    for (const stranger of strangers) assert.equal((await refusal(`Bearer ${stranger}`, outside))[0], 'TokenInvalid');
  });
});
