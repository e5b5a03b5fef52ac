/** An OIDC issuer on loopback that signs in whoever a test says, with PKCE. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface OidcIssuer {
  url: string;
  /** What the next id token says. */
  claims: Record<string, unknown>;
  /** Overrides the nonce and audience of the next id token. */
  nonce?: string;
  audience?: string;
  close(): void;
}

export async function startOidcIssuer(clientId: string): Promise<OidcIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'RS256' }] };
  let signIns = 0;
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>();
  const server = createServer((request, response) => {
    const url = new URL(request.url!, issuer.url);
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const query = (name: string): string => url.searchParams.get(name) ?? '';
    if (url.pathname === '/.well-known/openid-configuration')
      return send(200, {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/keys`,
      });
    if (url.pathname === '/keys') return send(200, keys);
    if (url.pathname === '/authorize') {
      const code = `code-${++signIns}`;
      codes.set(code, { nonce: query('nonce'), challenge: query('code_challenge'), redirectUri: query('redirect_uri') });
      const back = new URL(query('redirect_uri'));
      back.searchParams.set('code', code);
      back.searchParams.set('state', query('state'));
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      const granted = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!granted || granted.challenge !== challenge || granted.redirectUri !== form.get('redirect_uri'))
        return send(400, { error: 'invalid_grant' });
      void new SignJWT({ nonce: issuer.nonce ?? granted.nonce, ...issuer.claims })
        .setProtectedHeader({ alg: 'RS256', kid: '1' })
        .setIssuer(issuer.url)
        .setAudience(issuer.audience ?? clientId)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
        .then((token) => send(200, { id_token: token, access_token: 'x', token_type: 'Bearer' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer: OidcIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    close: () => void server.close(),
  };
  return issuer;
}
