/** What the signed-in operator may do. The server enforces it; the console does not offer what it would refuse. */
import { t } from '../i18n/messages.ts';
import { operator } from './api.ts';
import type { Role } from './api.ts';
import { useCell } from './cell.ts';

const ROLES: readonly Role[] = ['view', 'label', 'manage'];

/** A function: this module is part of the first load, before the catalogs. */
export const roleTitle = (role: Role): string => ({ view: t('View'), label: t('Label'), manage: t('Manage') })[role];

/** Whether someone with a role, or with the admin secret, may do what needs another. */
export function isAllowed(role: Role | undefined, needed: Role): boolean {
  return ROLES.indexOf(role ?? 'manage') >= ROLES.indexOf(needed);
}

/** Whether the operator has the role, or a higher one. */
export function useCan(needed: Role): boolean {
  return isAllowed(useCell(operator)?.role, needed);
}

/** Why a control cannot be used; undefined when it can. */
export function useForbidden(needed: Role | undefined): string | undefined {
  const can = useCan(needed ?? 'view');
  return can
    ? undefined
    : needed === 'manage'
      ? t('Your role does not allow this: it needs the role Manage.')
      : t('Your role does not allow this: it needs the role Label.');
}
