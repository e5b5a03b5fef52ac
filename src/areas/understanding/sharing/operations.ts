/** Who may see an app: people by e-mail, as the interface lists them, and accounts whose keys may ask it. */
import { operation, reply } from '../../../kernel/operation.ts';
import { resourceId } from '../../../kernel/account.ts';
import { Change } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import type { CloudAccount } from '../model.ts';
import { AccessList, CloudAccountBody, CloudAccounts, Collaborator, Collaborators, IncludeResponse, OperationStatus } from '../schemas.ts';
import { requireApp, apps } from '../store.ts';
import { SUCCESS } from '../version-operation.ts';

export const listPermissions = operation({
  id: 'understanding.listPermissions', summary: 'List who has permissions on an app', route: 'GET /apps/{appId}/permissions', needs: 'authoring',
  replies: { 200: AccessList }, fails: ['AppNotFound'],
  async run({ account, params }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    const of = owner === account.id ? account : await services.accounts.byId(owner);
    return reply(200, { owner: of ? resourceId(of) : owner, emails: app.value.collaborators });
  },
});

export const addPermission = operation({
  id: 'understanding.addPermission', summary: 'Add a person to those who have permissions on an app', route: 'POST /apps/{appId}/permissions', needs: 'authoring',
  body: Collaborator, example: { body: { email: 'guest@example.com' } }, replies: { 200: OperationStatus }, fails: ['AppNotFound'],
  async run({ account, params, body: { email } }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, { ...app.value, collaborators: [...new Set([...app.value.collaborators, email])] }) });
  },
});

export const deletePermission = operation({
  id: 'understanding.deletePermission', summary: 'Remove a person from those who have permissions on an app', route: 'DELETE /apps/{appId}/permissions', needs: 'authoring',
  body: Collaborator, example: { body: { email: 'guest@example.com' } }, replies: { 200: OperationStatus }, fails: ['AppNotFound'],
  async run({ account, params, body: { email } }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, { ...app.value, collaborators: app.value.collaborators.filter((one) => one.toLowerCase() !== email.toLowerCase()) }) });
  },
});

export const updatePermissions = operation({
  id: 'understanding.updatePermissions', summary: 'Replace those who have permissions on an app', route: 'PUT /apps/{appId}/permissions', needs: 'authoring',
  body: Collaborators, example: { body: { emails: ['guest@example.com', 'other@example.com'] } }, replies: { 200: OperationStatus }, fails: ['AppNotFound'],
  async run({ account, params, body: { emails } }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, { ...app.value, collaborators: [...new Set(emails)] }) });
  },
});

function sameAccount(a: CloudAccount, b: CloudAccount): boolean {
  return (['cloudSubscriptionId', 'resourceGroup', 'accountName'] as const).every((part) => a[part].toLowerCase() === b[part].toLowerCase());
}

/** The token of a manager: in the header of that name, or as v3.0-preview's clients send it, with or without the scheme. */
function authorization({ authorization: header, armtoken: token }: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const given = [header ?? token].flat()[0];
  return given === undefined || header !== undefined || /^bearer /i.test(given) ? given : `Bearer ${given}`;
}

export const assignCloudAccount = operation({
  id: 'understanding.assignCloudAccount', summary: 'Let the keys of an account ask an app', route: 'POST /apps/{appId}/cloudaccounts', needs: 'authoring',
  body: CloudAccountBody, example: { body: { cloudSubscriptionId: 'sub', resourceGroup: 'group', accountName: 'bot' } }, replies: { 201: OperationStatus }, fails: ['AppNotFound', 'CloudAccountUnknown'],
  async run({ account, params, body, headers }, services) {
    await services.accounts.manager(authorization(headers));
    const { owner, app } = await requireApp(services, account, params.appId!);
    const found = await services.accounts.named({ subscription: body.cloudSubscriptionId, resourceGroup: body.resourceGroup, name: body.accountName });
    if (!found) throw unknown(body);
    const given: CloudAccount = { cloudSubscriptionId: body.cloudSubscriptionId, resourceGroup: body.resourceGroup, accountName: body.accountName };
    return reply(201, SUCCESS, { change: new Change().replace(apps, owner, app, { ...app.value, assigned: [...app.value.assigned.filter((one) => !sameAccount(one, given)), given] }) });
  },
});

export const listAssignedCloudAccounts = operation({
  id: 'understanding.listAssignedCloudAccounts', summary: 'List the accounts whose keys may ask an app', route: 'GET /apps/{appId}/cloudaccounts', needs: 'authoring',
  replies: { 200: CloudAccounts }, fails: ['AppNotFound'],
  async run({ account, params, headers }, services) {
    await services.accounts.manager(authorization(headers));
    const { app } = await requireApp(services, account, params.appId!);
    return reply(200, app.value.assigned);
  },
});

export const removeCloudAccount = operation({
  id: 'understanding.removeCloudAccount', summary: 'No longer let the keys of an account ask an app', route: 'DELETE /apps/{appId}/cloudaccounts', needs: 'authoring',
  query: IncludeResponse, body: CloudAccountBody, example: { body: { cloudSubscriptionId: 'sub', resourceGroup: 'group', accountName: 'bot' } }, replies: { 200: OperationStatus }, fails: ['AppNotFound', 'CloudAccountUnknown'],
  async run({ account, params, body, headers }, services) {
    await services.accounts.manager(authorization(headers));
    const { owner, app } = await requireApp(services, account, params.appId!);
    const rest = app.value.assigned.filter((one) => !sameAccount(one, body));
    if (rest.length === app.value.assigned.length) throw unknown(body);
    return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, { ...app.value, assigned: rest }) });
  },
});

export const listCloudAccounts = operation({
  id: 'understanding.listCloudAccounts', summary: 'List the accounts that apps can be assigned to', route: 'GET /cloudaccounts', needs: 'authoring',
  replies: { 200: CloudAccounts },
  async run({ headers }, { accounts }) {
    await accounts.manager(authorization(headers));
    const all = (await accounts.all()).filter(({ kind }) => kind === 'Understanding' || kind === 'Understanding.Authoring' || kind === 'MultiService');
    return reply(200, all.map(({ subscription, resourceGroup, name }) => ({ cloudSubscriptionId: subscription, resourceGroup, accountName: name })));
  },
});

function unknown({ cloudSubscriptionId, resourceGroup, accountName }: CloudAccount): Error {
  return understandingFailure('CloudAccountUnknown', { name: accountName.slice(0, 100), group: resourceGroup.slice(0, 100), subscription: cloudSubscriptionId.slice(0, 100) });
}
