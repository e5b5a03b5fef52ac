/** Signing in to the console with an OIDC issuer. */
import { Change } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { inGroup, operation, reply } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { accountFailure } from '../failures.ts';
import { STARTED_MS, startedCookie, startedSecret, startedSignIns } from './oidc-sign-in.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';
import { getOperator, oidcOperatorKey, operators } from './operators.ts';
import type { Operator } from './operators.ts';
import { OidcCallbackQuery } from '../schemas.ts';
import { enter } from './session-operations.ts';

const CALLBACK = '/sessions/oidc/callback';
/** The console takes up the session from there. */
const SIGNED_IN = '/console/sign-in#signed-in';

export function oidcOperations(oidc: OidcSignIn | undefined): Operation<Ports>[] {
  const start = operation({
    id: 'accounts.startOidcSignIn',
    summary: 'Redirect to the sign-in page of the OIDC issuer',
    route: 'GET /sessions/oidc',
    needs: 'nothing',
    replies: { 302: null },
    fails: ['SignInNotOffered', 'SignInRefused'],
    audited: false,
    async run({ origin }, { ids, clock, keyring }) {
      if (!oidc) throw accountFailure('SignInNotOffered');
      const secret = ids.secret();
      const started = {
        state: ids.secret(),
        nonce: ids.secret(),
        verifier: ids.secret(),
        redirectUri: origin + CALLBACK,
        expiresAt: clock.now() + STARTED_MS,
      };
      const location = await oidc.authorizationUrl(started);
      return reply(302, undefined, {
        change: new Change().create(startedSignIns, SYSTEM, keyring.digest(secret), started),
        headers: { location, 'set-cookie': startedCookie(secret, origin), 'cache-control': 'no-store' },
      });
    },
  });
  const callback = operation({
    id: 'accounts.completeOidcSignIn',
    summary: 'Where the OIDC issuer leads back to: opens the session and the console',
    route: `GET ${CALLBACK}`,
    needs: 'nothing',
    query: OidcCallbackQuery,
    replies: { 302: null },
    fails: ['SignInNotOffered', 'SignInRefused', 'SignInRoleMissing'],
    audited: false,
    async run({ query: { state, code, error }, headers, origin, requestId }, { records, ids, clock, keyring }) {
      if (!oidc) throw accountFailure('SignInNotOffered');
      const secret = startedSecret(headers.cookie as string | undefined);
      const started = secret === undefined ? undefined : await records.get(startedSignIns, SYSTEM, keyring.digest(secret));
      if (!started || state === undefined || !keyring.same(state, started.value.state))
        throw accountFailure('SignInRefused', { details: 'this browser has not started it, or too long ago.' });
      if (code === undefined) throw accountFailure('SignInRefused', { details: `the issuer says ${error ?? 'nothing'}.` });
      const { subject, name, role } = await oidc.user(code, started.value);
      const key = oidcOperatorKey(oidc.issuer, subject);
      const read = await getOperator(records, key);
      const now = clock.now();
      const before = read?.value ?? { id: ids.uuid(), generation: 0, createdAt: now, oidc: { issuer: oidc.issuer, subject } };
      const operator: Operator = { ...before, name, role, signedInAt: now };
      const change = new Change().delete(startedSignIns, SYSTEM, started);
      if (read) change.replace(operators, SYSTEM, read, operator);
      else change.create(operators, SYSTEM, key, operator);
      const { headers: cookie } = enter(
        change,
        [key, operator],
        { origin, requestId, headers, id: 'accounts.completeOidcSignIn' },
        { keyring, ids, clock },
      );
      return reply(302, undefined, { change, headers: { ...cookie, location: SIGNED_IN } });
    },
  });
  return inGroup('Sign-in', [start, callback]);
}
