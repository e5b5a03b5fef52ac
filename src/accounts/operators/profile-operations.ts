/** What operators do for themselves: see their sessions, end them, change their password. */
import { inGroup, operation, reply } from '../../kernel/operation.ts';
import type { Call, Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { fail } from '../../kernel/failures.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { readAll } from '../../shared/read-all.ts';
import { accountFailure } from '../failures.ts';
import { ChangePassword, SessionList, SessionPath } from '../schemas.ts';
import { ADMIN, adminOperator, getOperator, operators } from './operators.ts';
import { hashPassword, inTurn, isPassword, MIN_PASSWORD_LENGTH } from './passwords.ts';
import { isSessionOf, sessions as sessionRecords } from './sessions.ts';
import type { Session, Sessions } from './sessions.ts';
import type { SignInGuard } from './sign-in-guard.ts';

interface ProfileParts {
  sessions: Sessions;
  guard: SignInGuard;
}

/** Enough to tell sessions apart, too little to find one by. */
const ID_LENGTH = 32;
const idOf = ({ key }: Stored<Session>): string => key.slice(0, ID_LENGTH);

export function profileOperations(parts: ProfileParts): Operation<Ports>[] {
  return inGroup('Sign-in', [listSessions(parts), endSession(parts), changePassword(parts)]);
}

/** The sessions of the caller, the newest first; a bearer token is the admin's, without a session of its own. */
async function ownSessions({ sessions }: ProfileParts, { headers }: Pick<Call, 'headers'>, records: Ports['records']) {
  const own = headers.authorization === undefined ? await sessions.of(headers) : undefined;
  const operator = own?.operator ?? adminOperator(await getOperator(records, ADMIN));
  const all = (await readAll(records, sessionRecords, SYSTEM, '')).filter(({ value }) => isSessionOf(value, operator));
  return { current: own?.session.key, all: all.toSorted((a, b) => b.value.createdAt - a.value.createdAt) };
}

function listSessions(parts: ProfileParts): Operation<Ports> {
  return operation({
    id: 'accounts.sessions',
    summary: 'The sessions of the signed-in operator',
    route: 'GET /sessions',
    needs: 'manager',
    replies: { 200: SessionList },
    async run(call, { records }) {
      const { current, all } = await ownSessions(parts, call, records);
      const value = all.map((one) => ({
        sessionId: idOf(one),
        isCurrent: one.key === current,
        createdDateTime: new Date(one.value.createdAt).toISOString(),
        expirationDateTime: new Date(one.value.expiresAt).toISOString(),
        userAgent: one.value.userAgent,
      }));
      return reply(200, { value }, { headers: { 'cache-control': 'no-store' } });
    },
  });
}

function endSession(parts: ProfileParts): Operation<Ports> {
  return operation({
    id: 'accounts.endSession',
    summary: 'End one of the sessions of the signed-in operator',
    route: 'DELETE /sessions/{sessionId}',
    needs: 'manager',
    params: SessionPath,
    replies: { 204: null },
    fails: ['SessionNotFound'],
    example: { params: { sessionId: '00000000000000000000000000000000' } },
    async run(call, { records }) {
      const { sessionId } = call.params;
      const found = (await ownSessions(parts, call, records)).all.find((one) => idOf(one) === sessionId);
      if (!found) throw accountFailure('SessionNotFound', { sessionId });
      return reply(204, undefined, { change: new Change().delete(sessionRecords, SYSTEM, found) });
    },
  });
}

function changePassword({ sessions, guard }: ProfileParts): Operation<Ports> {
  return operation({
    id: 'accounts.changePassword',
    summary: 'Change the password of the signed-in operator; its other sessions end',
    route: 'POST /sessions/current/password',
    needs: 'manager',
    body: ChangePassword,
    replies: { 204: null },
    fails: ['OperatorFixed'],
    example: { body: { password: 'correct horse battery', newPassword: 'staple it again' } },
    async run({ headers, body: { password, newPassword } }, { records }) {
      const own = headers.authorization === undefined ? await sessions.of(headers) : undefined;
      const stored = own && (await getOperator(records, own.session.value.operator ?? ADMIN));
      if (!own || stored?.value.password === undefined)
        throw accountFailure('OperatorFixed', { operatorId: own?.operator.name ?? ADMIN, details: 'it has no password.' });
      if (newPassword.length < MIN_PASSWORD_LENGTH)
        throw fail('ParameterInvalid', { parameter: 'newPassword', details: `at least ${MIN_PASSWORD_LENGTH} characters.` });
      const { key, value } = stored;
      const change = new Change();
      const hash = await inTurn({ name: own.session.key, isDevice: true }, async () => {
        await guard.take(value.name, own.session.key);
        if (!(await isPassword(password, value.password)))
          throw fail('ParameterInvalid', { parameter: 'password', details: 'this is not the present password.' });
        await guard.forget(change, value.name, own.session.key);
        return await hashPassword(newPassword);
      });
      const operator = { ...value, password: hash, generation: value.generation + 1 };
      change.replace(operators, SYSTEM, stored, operator);
      change.replace(sessionRecords, SYSTEM, own.session, { ...own.session.value, operator: key, generation: operator.generation });
      return reply(204, undefined, { change });
    },
  });
}
