/** Signing in to the console, and out of it. */
import { inGroup, operation, reply } from '../../kernel/operation.ts';
import type { Call, Operation, Reply } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { fail } from '../../kernel/failures.ts';
import { Change } from '../../kernel/change.ts';
import { accountFailure } from '../failures.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { AdminSecret } from '../keys/admin-secret.ts';
import { ADMIN, adminOperator, getOperator, invitations, operatorKey, operators, rolesView } from './operators.ts';
import type { Operator } from './operators.ts';
import { DEVICE_ID_LENGTH, deviceCookie, deviceOf } from './devices.ts';
import { hashPassword, inTurn, isPassword, MIN_PASSWORD_LENGTH } from './passwords.ts';
import type { Place } from './passwords.ts';
import { MAX_SIGN_IN_BYTES, SessionView, SignIn, SignInOptions } from '../schemas.ts';
import { openSession, SESSION_MS, sessionCookie, sessions as sessionRecords, signInCodes } from './sessions.ts';
import type { Session, Sessions } from './sessions.ts';
import { profileOperations } from './profile-operations.ts';
import type { SignInGuard } from './sign-in-guard.ts';

export interface SessionParts {
  adminSecret: AdminSecret;
  sessions: Sessions;
  guard: SignInGuard;
  /** Whether operators can sign in with an OIDC issuer. */
  hasOidc: boolean;
}

function view({ id, name, role, accounts, password }: Operator, { expiresAt }: Pick<Session, 'expiresAt'>, keyring: Keyring): object {
  return {
    subject: name,
    role,
    accounts: rolesView(accounts),
    hasPassword: password !== undefined,
    expirationDateTime: new Date(expiresAt).toISOString(),
    draftKey: keyring.sign(Buffer.from(id), 'drafts of an operator'),
  };
}

/** Opens a session for an operator; the sign-in is in the audit under its name. */
export function enter(
  change: Change,
  [key, operator]: readonly [key: string, operator: Operator],
  { origin, requestId, id, headers }: Pick<Call, 'origin' | 'requestId' | 'headers'> & { id: string },
  { keyring, ids, clock }: Pick<Ports, 'keyring' | 'ids' | 'clock'>,
): { session: Session; headers: Record<string, string> } {
  const { session, secret } = openSession(change, [key, operator], {
    keyring,
    ids,
    clock,
    userAgent: headers['user-agent'] as string | undefined,
  });
  const at = new Date(clock.now()).toISOString();
  change.audit(SYSTEM, { at, operation: id, caller: operator.name, request: requestId, params: {} });
  const cookie = sessionCookie(secret, { maxAgeMs: SESSION_MS, origin });
  const device = deviceOf(headers.cookie as string | undefined, key, keyring) ?? ids.secret().slice(0, DEVICE_ID_LENGTH);
  return {
    session,
    // A header that is sent twice needs two spellings here.
    headers: { 'set-cookie': cookie, 'Set-Cookie': deviceCookie(device, key, { origin, keyring }), 'cache-control': 'no-store' },
  };
}

export function sessionOperations(parts: SessionParts): Operation<Ports>[] {
  return inGroup('Sign-in', [signInOptions(parts), signIn(parts), current(parts), signOut(parts), ...profileOperations(parts)]);
}

function signInOptions({ hasOidc }: SessionParts): Operation<Ports> {
  return operation({
    id: 'accounts.signInOptions',
    summary: 'How operators can sign in to the console, besides with the admin secret',
    route: 'GET /sessions/options',
    needs: 'nothing',
    replies: { 200: SignInOptions },
    async run(_call, { records }) {
      const known = await records.page(operators, SYSTEM, { limit: 100 });
      return reply(200, { password: known.some(({ value }) => value.password !== undefined), oidc: hasOidc });
    },
  });
}

function signIn({ adminSecret, guard, sessions }: SessionParts): Operation<Ports> {
  const id = 'accounts.signIn';
  return operation({
    id,
    summary: 'Sign in to the console with the admin secret, a one-time code, a name and password, or an invitation; sets a cookie',
    route: 'POST /sessions',
    needs: 'nothing',
    body: SignIn,
    maxBytes: MAX_SIGN_IN_BYTES,
    replies: { 201: SessionView },
    fails: ['SessionForbidden', 'WrongSecret', 'SignInCodeInvalid', 'PasswordWrong', 'InvitationInvalid'],
    // Under the name of the operator, which is known only here.
    audited: false,
    async run(call, { records, keyring, ids, clock }): Promise<Reply> {
      const { body, origin, requestId, headers, address } = call;
      const { secret, code, name, invitation, password } = body;
      if (!sessions.isOwnOrigin(headers)) throw accountFailure('SessionForbidden');
      const change = new Change();
      const finish = (key: string, operator: Operator): Reply => {
        const entered = enter(change, [key, operator], { origin, requestId, headers, id }, { keyring, ids, clock });
        return reply(201, view(operator, entered.session, keyring), { change, headers: entered.headers });
      };
      const placeOf = (key: string): Place => {
        const device = deviceOf(headers.cookie as string | undefined, key, keyring);
        return { name: device ?? address, isDevice: device !== undefined };
      };
      if (secret !== undefined) {
        adminSecret.check(secret, placeOf(ADMIN).name, clock.now());
        return finish(ADMIN, adminOperator(await getOperator(records, ADMIN)));
      }
      if (code !== undefined || invitation !== undefined) adminSecret.checkPlace(address, clock.now());
      if (code !== undefined) {
        const read = await records.get(signInCodes, SYSTEM, keyring.digest(code));
        if (!read) throw adminSecret.wrong('SignInCodeInvalid', address, clock.now());
        change.delete(signInCodes, SYSTEM, read);
        return finish(ADMIN, adminOperator(await getOperator(records, ADMIN)));
      }
      if (invitation !== undefined) {
        const digest = keyring.digest(invitation);
        const read = await records.get(invitations, SYSTEM, digest);
        const stored = read && (await getOperator(records, read.value.operator));
        if (!stored || stored.value.invitation !== digest) throw adminSecret.wrong('InvitationInvalid', address, clock.now());
        if (password === undefined || password.length < MIN_PASSWORD_LENGTH)
          throw fail('ParameterInvalid', { parameter: 'password', details: `at least ${MIN_PASSWORD_LENGTH} characters.` });
        const { value } = stored;
        // Whoever knew the former password is signed out.
        const operator: Operator = {
          ...value,
          password: await inTurn(placeOf(stored.key), () => hashPassword(password)),
          invitation: undefined,
          generation: value.generation + 1,
          signedInAt: clock.now(),
        };
        change.delete(invitations, SYSTEM, read).replace(operators, SYSTEM, stored, operator);
        return finish(stored.key, operator);
      }
      if (name === undefined || password === undefined) throw fail('ParameterMissing', { parameter: 'secret' });
      const key = operatorKey(name);
      const place = placeOf(key ?? '');
      const stored = await inTurn(place, async () => {
        await guard.take(name, place.name);
        const known = key === undefined ? undefined : await getOperator(records, key);
        return (await isPassword(password, known?.value.password)) ? known : undefined;
      });
      if (!stored) throw accountFailure('PasswordWrong');
      await guard.forget(change, name, place.name);
      const operator: Operator = { ...stored.value, signedInAt: clock.now() };
      change.replace(operators, SYSTEM, stored, operator);
      return finish(stored.key, operator);
    },
  });
}

function current({ sessions }: SessionParts): Operation<Ports> {
  return operation({
    id: 'accounts.currentSession',
    summary: 'The signed-in operator, its role, and when the session expires',
    route: 'GET /sessions/current',
    needs: 'manager',
    replies: { 200: SessionView },
    async run({ caller, headers }, { keyring }) {
      if (headers.authorization !== undefined) return reply(200, { subject: caller.name });
      const { session, operator } = await sessions.of(headers);
      return reply(200, view(operator, session.value, keyring), { headers: { 'cache-control': 'no-store' } });
    },
  });
}

function signOut({ sessions }: SessionParts): Operation<Ports> {
  return operation({
    id: 'accounts.signOut',
    summary: 'Sign out of the console',
    route: 'DELETE /sessions/current',
    needs: 'manager',
    replies: { 204: null },
    async run({ headers, origin }) {
      const change = new Change();
      if (headers.authorization === undefined) change.delete(sessionRecords, SYSTEM, (await sessions.of(headers)).session);
      return reply(204, undefined, { change, headers: { 'set-cookie': sessionCookie('', { maxAgeMs: 0, origin }) } });
    },
  });
}
