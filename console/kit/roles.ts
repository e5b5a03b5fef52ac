/** What the signed-in operator may do. The server enforces it; the console does not offer what it would refuse. */
import { t } from '../i18n/messages.ts';
import { accounts, selectAccount } from './accounts.ts';
import { operator, type Role, type ServerRole } from './api.ts';
import { useCell } from './cell.ts';
import { useRoute } from './router.tsx';

/** A role in the account of the page, or Manage on the whole server. */
export type Need = Role | 'server';

const ROLES: readonly ServerRole[] = ['none', 'view', 'label', 'manage'];

/** A function: this module is part of the first load, before the catalogs. */
export const roleTitle = (role: ServerRole): string =>
  ({ none: t('No role'), view: t('View'), label: t('Label'), manage: t('Manage') })[role];

/** The role on the whole server. */
export function useServerRole(): ServerRole {
  return useCell(operator)?.role ?? 'manage';
}

/** The role in the account of the page: the one that its path names, else the selected one. */
export function useRole(): ServerRole {
  const { role = 'manage', accounts: own = [] } = useCell(operator) ?? {};
  const all = useCell(accounts);
  const { parts, query } = useRoute();
  if (own.length === 0) return role;
  const account = selectAccount(all, parts[0] === 'accounts' && parts[3] ? parts.slice(1, 4).join('/') : query.get('account'));
  const given = own.find(({ accountId }) => accountId === account?.properties.accountId)?.role ?? role;
  return ROLES.indexOf(given) > ROLES.indexOf(role) ? given : role;
}

/** Whether the operator may do what needs this. */
export function useAllows(): (needed: Need) => boolean {
  const [onServer, inAccount] = [useServerRole(), useRole()];
  return (needed) => (needed === 'server' ? onServer === 'manage' : ROLES.indexOf(inAccount) >= ROLES.indexOf(needed));
}

export function useCan(needed: Need): boolean {
  return useAllows()(needed);
}

/** Why a control cannot be used; undefined when it can. */
export function useForbidden(needed: Need = 'view'): string | undefined {
  if (useCan(needed)) return undefined;
  const role = needed === 'server' ? t('Manage on the whole server') : roleTitle(needed);
  return t('Your role does not allow this: it needs the role {role}.', { role });
}
