/** Who may see an app: people by e-mail address, as the interface lists them, and accounts whose keys may query it. */
import { resourceId } from '../../../kernel/account.ts';
import { Change } from '../../../kernel/change.ts';
import { inVersions, reply } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION2 } from '../model.ts';
import type { App, AssignedAccount, CloudAccount } from '../model.ts';
import { AccessList, CloudAccountBody, CloudAccounts, Collaborator, Collaborators, IncludeResponse, OperationStatus } from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { apps, requireApp } from '../store.ts';
import type { AppContext } from '../store.ts';
import { accountName, addAssignment, assignedAccounts, clearAssignment } from './assignment.ts';
import { SUCCESS } from '../version-operation.ts';

function updateApp({ owner, app }: AppContext, update: Partial<App>): Change {
  return new Change().replace(apps, owner, app, { ...app.value, ...update });
}

/** v3.0-preview has no operations on permissions. */
const versions = [VERSION2];

const permissionOperations: readonly UnderstandingOperation[] = inVersions(versions, [
  operation({
    id: 'understanding.listPermissions',
    summary: 'List who has permissions on an app',
    route: 'GET /apps/{appId}/permissions',
    replies: { 200: AccessList },
    fails: ['AppNotFound'],
    async run({ account, params }, services) {
      const { owner, app } = await requireApp(services, account, params.appId!);
      const owningAccount = owner === account.id ? account : await services.accounts.byId(owner);
      return reply(200, { owner: owningAccount ? resourceId(owningAccount) : owner, emails: app.value.collaborators });
    },
  }),
  operation({
    id: 'understanding.addPermission',
    summary: 'Give a person permissions on an app',
    route: 'POST /apps/{appId}/permissions',
    body: Collaborator,
    example: { body: { email: 'guest@example.com' } },
    replies: { 200: OperationStatus },
    fails: ['AppNotFound'],
    async run({ account, params, body: { email } }, services) {
      const context = await requireApp(services, account, params.appId!);
      return reply(200, SUCCESS, {
        change: updateApp(context, { collaborators: [...new Set([...context.app.value.collaborators, email])] }),
      });
    },
  }),
  operation({
    id: 'understanding.deletePermission',
    summary: 'Revoke the permissions of a person on an app',
    route: 'DELETE /apps/{appId}/permissions',
    body: Collaborator,
    example: { body: { email: 'guest@example.com' } },
    replies: { 200: OperationStatus },
    fails: ['AppNotFound'],
    async run({ account, params, body: { email } }, services) {
      const context = await requireApp(services, account, params.appId!);
      const collaborators = context.app.value.collaborators.filter((other) => other.toLowerCase() !== email.toLowerCase());
      return reply(200, SUCCESS, { change: updateApp(context, { collaborators }) });
    },
  }),
  operation({
    id: 'understanding.updatePermissions',
    summary: 'Replace the people who have permissions on an app',
    route: 'PUT /apps/{appId}/permissions',
    body: Collaborators,
    example: { body: { emails: ['guest@example.com', 'other@example.com'] } },
    replies: { 200: OperationStatus },
    fails: ['AppNotFound'],
    async run({ account, params, body: { emails } }, services) {
      return reply(200, SUCCESS, {
        change: updateApp(await requireApp(services, account, params.appId!), { collaborators: [...new Set(emails)] }),
      });
    },
  }),
]);

function isSameAccount(a: CloudAccount, b: CloudAccount): boolean {
  return (['cloudSubscriptionId', 'resourceGroup', 'accountName'] as const).every(
    (field) => a[field].toLowerCase() === b[field].toLowerCase(),
  );
}

/** The manager token: from the Authorization header, or from ArmToken as v3.0-preview sends it, with or without the scheme. */
function readAuthorization({
  authorization: header,
  armtoken: token,
}: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const value = [header ?? token].flat()[0];
  return value === undefined || header !== undefined || /^bearer /i.test(value) ? value : `Bearer ${value}`;
}

function unknownAccount({ cloudSubscriptionId, resourceGroup, accountName: name }: CloudAccount): Error {
  return understandingFailure('CloudAccountUnknown', {
    name: name.slice(0, 100),
    group: resourceGroup.slice(0, 100),
    subscription: cloudSubscriptionId.slice(0, 100),
  });
}

const cloudAccountExample = { body: { cloudSubscriptionId: 'sub', resourceGroup: 'group', accountName: 'bot' } };

const cloudAccountOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.assignCloudAccount',
    summary: 'Allow the keys of an account to query an app',
    route: 'POST /apps/{appId}/cloudaccounts',
    body: CloudAccountBody,
    example: cloudAccountExample,
    replies: { 201: OperationStatus },
    fails: ['AppNotFound', 'CloudAccountUnknown'],
    async run({ account, params, body, headers }, services) {
      await services.accounts.manager(readAuthorization(headers));
      const context = await requireApp(services, account, params.appId!);
      const found = await services.accounts.named(accountName(body));
      if (!found) throw unknownAccount(body);
      const { cloudSubscriptionId, resourceGroup, accountName: name } = body;
      const added: AssignedAccount = { cloudSubscriptionId, resourceGroup, accountName: name, accountId: found.id };
      const assigned = [...context.app.value.assigned.filter((other) => !isSameAccount(other, added)), added];
      const change = updateApp(context, { assigned });
      addAssignment(change, context, found.id, services);
      return reply(201, SUCCESS, { change });
    },
  }),
  operation({
    id: 'understanding.listAssignedCloudAccounts',
    summary: 'List the accounts whose keys may query an app',
    route: 'GET /apps/{appId}/cloudaccounts',
    replies: { 200: CloudAccounts },
    fails: ['AppNotFound'],
    async run({ account, params, headers }, services) {
      await services.accounts.manager(readAuthorization(headers));
      return reply(200, await assignedAccounts(await requireApp(services, account, params.appId!), services));
    },
  }),
  operation({
    id: 'understanding.removeCloudAccount',
    summary: 'Stop the keys of an account from querying an app',
    route: 'DELETE /apps/{appId}/cloudaccounts',
    query: IncludeResponse,
    body: CloudAccountBody,
    example: cloudAccountExample,
    replies: { 200: OperationStatus },
    fails: ['AppNotFound', 'CloudAccountUnknown'],
    async run({ account, params, body, headers }, services) {
      await services.accounts.manager(readAuthorization(headers));
      const context = await requireApp(services, account, params.appId!);
      const removed = context.app.value.assigned.find((other) => isSameAccount(other, body));
      if (!removed) throw unknownAccount(body);
      const change = updateApp(context, { assigned: context.app.value.assigned.filter((other) => other !== removed) });
      clearAssignment(change, context.owner, context.app.value.id, removed.accountId);
      return reply(200, SUCCESS, { change });
    },
  }),
  operation({
    id: 'understanding.listCloudAccounts',
    summary: 'List the accounts that apps can be assigned to',
    route: 'GET /cloudaccounts',
    replies: { 200: CloudAccounts },
    async run({ headers }, { accounts }) {
      await accounts.manager(readAuthorization(headers));
      const assignable = (await accounts.all()).filter(
        ({ kind }) => kind === 'Understanding' || kind === 'Understanding.Authoring' || kind === 'MultiService',
      );
      return reply(
        200,
        assignable.map(({ subscription, resourceGroup, name }) => ({
          cloudSubscriptionId: subscription,
          resourceGroup,
          accountName: name,
        })),
      );
    },
  }),
];

export const sharingOperations: readonly UnderstandingOperation[] = [...permissionOperations, ...cloudAccountOperations];
