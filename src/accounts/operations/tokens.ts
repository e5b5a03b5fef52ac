import { operation, reply } from '../../contract/operation.ts';
import type { Operation } from '../../contract/operation.ts';
import { fail } from '../../contract/failures.ts';
import { accountFailure } from '../failures.ts';
import type { Keyring } from '../keyring.ts';
import { RateLimiter } from '../limiter.ts';
import { TokenReply, TokenRequest } from '../schemas.ts';
import type { Tokens } from '../tokens.ts';

const WRONG_SECRETS_PER_SECOND = 5;

/** Asking for a token needs the admin secret, which no other operation knows. */
export function tokenOperation({ tokens, keyring, adminSecret }: { tokens: Tokens; keyring: Keyring; adminSecret: string }): Operation {
  const wrongTries = new RateLimiter();
  return operation({
    id: 'accounts.token',
    summary: 'Exchange the admin secret for a bearer token of the management plane',
    route: 'POST /oauth2/token',
    needs: 'nothing',
    accepts: 'form',
    body: TokenRequest,
    replies: { 200: TokenReply },
    fails: ['WrongSecret'],
    async run({ body }, { clock }) {
      if (body.client_id !== 'admin' || !keyring.same(body.client_secret, adminSecret)) {
        const retryAfter = wrongTries.take('all', WRONG_SECRETS_PER_SECOND, clock.now());
        throw retryAfter > 0 ? fail('RateExceeded', { retryAfter }) : accountFailure('WrongSecret');
      }
      const { token, expiresIn } = await tokens.issue('admin');
      return reply(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn }, { headers: { 'cache-control': 'no-store' } });
    },
  });
}
