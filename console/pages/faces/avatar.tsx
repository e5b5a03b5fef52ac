/** A face thumbnail if it was added in this visit, else initials or an outline. */
import type { JSX } from 'preact';
import { Icon } from '../../kit/icons.tsx';
import { initials } from './person-name.ts';

export function Avatar({ thumb, name, large = false }: { thumb?: string; name?: string; large?: boolean }): JSX.Element {
  const size = large ? 'faces-avatar large' : 'faces-avatar';
  if (thumb !== undefined) return <img class={size} src={thumb} alt="" />;
  return <span class={size} aria-hidden="true">{name === undefined ? <Icon name="faces" /> : initials(name)}</span>;
}
