/** The operators of the server: who may sign in to the console, and with which role. */
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { operation, reply } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { readAll } from '../../shared/read-all.ts';
import { accountFailure } from '../failures.ts';
import { ADMIN, adminOperator, getOperator, invite, operatorKey, operators, rolesView } from './operators.ts';
import type { Operator } from './operators.ts';
import {
  AccountRole,
  ChangeOperator,
  InvitedOperator,
  InviteOperator,
  OperatorAccountPath,
  OperatorList,
  OperatorPath,
  OperatorView,
} from '../schemas.ts';
import { accountById } from '../store.ts';

const example = { operatorId: 'jane@example.com' };

function view(key: string, { name, role, accounts, password, invitation, oidc, createdAt, signedInAt }: Operator): object {
  const at = (time: number | undefined): string | undefined => (time ? new Date(time).toISOString() : undefined);
  return {
    operatorId: key,
    name,
    role,
    accounts: rolesView(accounts),
    signsInWith: key === ADMIN ? 'secret' : oidc ? 'oidc' : 'password',
    issuer: oidc?.issuer,
    isInvited: password === undefined && invitation !== undefined,
    createdDateTime: at(createdAt),
    lastSignInDateTime: at(signedInAt),
  };
}

function invitationView(key: string, operator: Operator, { code, expiresAt, origin }: { code: string; expiresAt: number; origin: string }) {
  return {
    ...view(key, operator),
    invitation: {
      url: `${origin}/console/sign-in#invitation=${code}`,
      expirationDateTime: new Date(expiresAt).toISOString(),
    },
  };
}

async function mustGetOperator(records: Ports['records'], operatorId: string): Promise<Stored<Operator>> {
  const read = await getOperator(records, operatorId.toLowerCase());
  if (!read) throw accountFailure('OperatorNotFound', { operatorId });
  return read;
}

export const listOperators = operation({
  id: 'accounts.operators',
  summary: 'List the operators',
  route: 'GET /operators',
  needs: 'manager',
  replies: { 200: OperatorList },
  async run(_call, { records }) {
    const all = await readAll(records, operators, SYSTEM, '');
    const admin = adminOperator(all.find(({ key }) => key === ADMIN));
    const others = all.filter(({ key }) => key !== ADMIN);
    return reply(200, { value: [view(ADMIN, admin), ...others.map(({ key, value }) => view(key, value))] });
  },
});

export const inviteOperator = operation({
  id: 'accounts.inviteOperator',
  summary: 'Invite an operator; the link in the reply sets a password once, within three days',
  route: 'POST /operators',
  needs: 'manager',
  body: InviteOperator,
  replies: { 201: InvitedOperator },
  fails: ['OperatorExists'],
  example: { body: { name: 'jane@example.com', role: 'label' } },
  run({ body: { name, role }, origin }, { ids, clock, keyring }) {
    const exists = (): Error => accountFailure('OperatorExists', { name });
    const key = operatorKey(name);
    if (key === undefined) throw exists();
    const change = new Change();
    const made = { id: ids.uuid(), name, role, generation: 0, createdAt: clock.now() };
    const { operator, code, expiresAt } = invite(change, key, made, { ids, clock, keyring });
    change.create(operators, SYSTEM, key, operator, exists);
    return reply(201, invitationView(key, operator, { code, expiresAt, origin }), {
      change,
      created: { operatorId: key },
      headers: { 'cache-control': 'no-store' },
    });
  },
});

export const inviteOperatorAgain = operation({
  id: 'accounts.inviteOperatorAgain',
  summary: 'A new invitation, for an operator who has lost the former one or the password',
  route: 'POST /operators/{operatorId}/invite',
  needs: 'manager',
  params: OperatorPath,
  replies: { 201: InvitedOperator },
  fails: ['OperatorNotFound', 'OperatorFixed'],
  example: { params: example },
  async run({ params: { operatorId }, origin }, { records, ids, clock, keyring }) {
    const read = await mustGetOperator(records, operatorId);
    if (read.key === ADMIN || read.value.oidc) throw accountFailure('OperatorFixed', { operatorId, details: 'it has no password.' });
    const change = new Change();
    const { operator, code, expiresAt } = invite(change, read.key, read.value, { ids, clock, keyring });
    change.replace(operators, SYSTEM, read, operator);
    return reply(201, invitationView(read.key, operator, { code, expiresAt, origin }), {
      change,
      headers: { 'cache-control': 'no-store' },
    });
  },
});

export const changeOperator = operation({
  id: 'accounts.changeOperator',
  summary: 'Change the role of an operator; it holds from the next call',
  route: 'PATCH /operators/{operatorId}',
  needs: 'manager',
  params: OperatorPath,
  body: ChangeOperator,
  replies: { 200: OperatorView },
  fails: ['OperatorNotFound', 'OperatorFixed'],
  example: { params: example, body: { role: 'view' } },
  async run({ params: { operatorId }, body: { role } }, { records }) {
    const read = await mustGetOperator(records, operatorId);
    if (read.key === ADMIN) throw accountFailure('OperatorFixed', { operatorId, details: 'the admin manages.' });
    if (read.value.oidc) throw accountFailure('OperatorFixed', { operatorId, details: 'its role comes from the issuer.' });
    const operator = { ...read.value, role };
    return reply(200, view(read.key, operator), { change: new Change().replace(operators, SYSTEM, read, operator) });
  },
});

const ofAccountRole = {
  needs: 'manager',
  params: OperatorAccountPath,
  replies: { 200: OperatorView },
  example: { params: { ...example, accountId: '00000000-0000-0000-0000-000000000000' } },
} as const;

/** The operator whose roles in accounts are changed. */
async function mustGetConfinable(records: Ports['records'], operatorId: string): Promise<Stored<Operator>> {
  if (operatorId.toLowerCase() === ADMIN) throw accountFailure('OperatorFixed', { operatorId, details: 'the admin manages.' });
  return await mustGetOperator(records, operatorId);
}

export const setAccountRole = operation({
  ...ofAccountRole,
  id: 'accounts.setAccountRole',
  summary: 'Give an operator a role in an account; it counts where it is higher than the role on the server',
  route: 'PUT /operators/{operatorId}/accounts/{accountId}',
  body: AccountRole,
  fails: ['OperatorNotFound', 'OperatorFixed', 'AccountNotFound'],
  example: { ...ofAccountRole.example, body: { role: 'label' } },
  async run({ params: { operatorId, accountId }, body: { role } }, { records }) {
    const read = await mustGetConfinable(records, operatorId);
    if (!(await accountById(records, accountId))) throw accountFailure('AccountNotFound', { name: accountId });
    const operator = { ...read.value, accounts: { ...read.value.accounts, [accountId]: role } };
    return reply(200, view(read.key, operator), { change: new Change().replace(operators, SYSTEM, read, operator) });
  },
});

export const removeAccountRole = operation({
  ...ofAccountRole,
  id: 'accounts.removeAccountRole',
  summary: 'Take the role in an account from an operator; the role on the server remains',
  route: 'DELETE /operators/{operatorId}/accounts/{accountId}',
  fails: ['OperatorNotFound', 'OperatorFixed'],
  async run({ params: { operatorId, accountId } }, { records }) {
    const read = await mustGetConfinable(records, operatorId);
    const { [accountId]: _removed, ...accounts } = read.value.accounts ?? {};
    const operator = { ...read.value, accounts };
    return reply(200, view(read.key, operator), { change: new Change().replace(operators, SYSTEM, read, operator) });
  },
});

export const removeOperator = operation({
  id: 'accounts.removeOperator',
  summary: 'Remove an operator; its sessions end',
  route: 'DELETE /operators/{operatorId}',
  needs: 'manager',
  params: OperatorPath,
  replies: { 204: null },
  fails: ['OperatorNotFound', 'OperatorFixed'],
  example: { params: example },
  async run({ params: { operatorId } }, { records }) {
    if (operatorId.toLowerCase() === ADMIN) throw accountFailure('OperatorFixed', { operatorId, details: 'the admin cannot be removed.' });
    return reply(204, undefined, { change: new Change().delete(operators, SYSTEM, await mustGetOperator(records, operatorId)) });
  },
});

export const endOperatorSessions = operation({
  id: 'accounts.endOperatorSessions',
  summary: 'End all sessions of an operator, in all browsers',
  route: 'POST /operators/{operatorId}/endSessions',
  needs: 'manager',
  params: OperatorPath,
  replies: { 204: null },
  fails: ['OperatorNotFound'],
  example: { params: example },
  async run({ params: { operatorId } }, { records }) {
    const isAdmin = operatorId.toLowerCase() === ADMIN;
    const read = isAdmin ? await getOperator(records, ADMIN) : await mustGetOperator(records, operatorId);
    const operator = isAdmin ? adminOperator(read) : read!.value;
    const next = { ...operator, generation: operator.generation + 1 };
    const change = new Change();
    if (read) change.replace(operators, SYSTEM, read, next);
    else change.create(operators, SYSTEM, ADMIN, next);
    return reply(204, undefined, { change });
  },
});
