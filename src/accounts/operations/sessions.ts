/** Signing in to the console, and out of it. */
import { operation, reply } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { fail } from '../../kernel/failures.ts';
import { Change } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { AdminSecret } from '../admin-secret.ts';
import { SessionView, SignIn } from '../schemas.ts';
import { openSession, SESSION_MS, sessionCookie, sessions as sessionRecords, signInCodes } from '../sessions.ts';
import type { Session, Sessions } from '../sessions.ts';

function view({ subject, expiresAt }: Pick<Session, 'subject'> & { expiresAt?: number }): object {
  return { subject, ...(expiresAt !== undefined && { expirationDateTime: new Date(expiresAt).toISOString() }) };
}

export function sessionOperations({ adminSecret, sessions }: { adminSecret: AdminSecret; sessions: Sessions }): Operation<Ports>[] {
  const signIn = operation({
    id: 'accounts.signIn',
    summary: 'Sign in to the console with the admin secret or a one-time code; sets a cookie',
    route: 'POST /sessions',
    needs: 'nothing',
    body: SignIn,
    replies: { 201: SessionView },
    fails: ['WrongSecret', 'SignInCodeInvalid'],
    async run({ body: { secret, code }, origin }, { records, keyring, ids, clock }) {
      const change = new Change();
      if (secret !== undefined) adminSecret.check(secret, clock.now());
      else if (code !== undefined) {
        const read = await records.get(signInCodes, SYSTEM, keyring.digest(code));
        if (!read) throw adminSecret.wrong('SignInCodeInvalid', clock.now());
        change.delete(signInCodes, SYSTEM, read);
      } else throw fail('ParameterMissing', { parameter: 'secret' });
      const opened = openSession(change, { keyring, ids, clock });
      return reply(201, view(opened.session), {
        change,
        headers: { 'set-cookie': sessionCookie(opened.secret, { maxAgeMs: SESSION_MS, origin }), 'cache-control': 'no-store' },
      });
    },
  });
  const current = operation({
    id: 'accounts.currentSession',
    summary: 'The signed-in subject and when the session expires',
    route: 'GET /sessions/current',
    needs: 'manager',
    replies: { 200: SessionView },
    async run({ caller, headers }) {
      const subject = caller.name;
      return reply(200, view(headers.authorization === undefined ? (await sessions.of(headers)).value : { subject }));
    },
  });
  const signOut = operation({
    id: 'accounts.signOut',
    summary: 'Sign out of the console',
    route: 'DELETE /sessions/current',
    needs: 'manager',
    replies: { 204: null },
    async run({ headers, origin }) {
      const change = new Change();
      if (headers.authorization === undefined) change.delete(sessionRecords, SYSTEM, await sessions.of(headers));
      return reply(204, undefined, { change, headers: { 'set-cookie': sessionCookie('', { maxAgeMs: 0, origin }) } });
    },
  });
  return [signIn, current, signOut];
}
