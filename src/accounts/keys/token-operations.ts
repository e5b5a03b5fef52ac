import { operation, reply } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { AdminSecret } from './admin-secret.ts';
import { MAX_SIGN_IN_BYTES, TokenReply, TokenRequest } from '../schemas.ts';
import type { Tokens } from './tokens.ts';

/** Issues tokens for the admin secret. */
export function tokenOperation({ tokens, adminSecret }: { tokens: Tokens; adminSecret: AdminSecret }): Operation<Ports> {
  return operation({
    id: 'accounts.token',
    summary: 'Exchange the admin secret for a bearer token of the management plane',
    route: 'POST /oauth2/token',
    needs: 'nothing',
    accepts: 'form',
    body: TokenRequest,
    maxBytes: MAX_SIGN_IN_BYTES,
    replies: { 200: TokenReply },
    fails: ['WrongSecret'],
    async run({ body, address }, { clock }) {
      adminSecret.checkPlace(address, clock.now());
      if (body.client_id !== 'admin') throw adminSecret.wrong('WrongSecret', address, clock.now());
      adminSecret.check(body.client_secret, address, clock.now());
      const { token, expiresIn } = await tokens.issue('admin');
      return reply(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn }, { headers: { 'cache-control': 'no-store' } });
    },
  });
}
