/** Console URLs of galleries and persons. */
import { joinPath } from '../../kit/router.tsx';
import { KINDS } from './calls.ts';
import type { Gallery, Kind } from './calls.ts';

type NamedGallery = Pick<Gallery, 'kind' | 'id'>;

export function galleryUrl({ kind, id }: NamedGallery, ...more: string[]): string {
  return joinPath('faces', kind.path, id, ...more);
}

/** As in query strings: `persongroups/friends`. */
export function galleryName({ kind, id }: NamedGallery): string {
  return `${kind.path}/${id}`;
}

export function kindByName(name: string | undefined): Kind | undefined {
  return KINDS.find(({ path: one }) => one === name);
}

export function galleryByName(name: string | null): NamedGallery | undefined {
  const [, first, id] = /^([^/]+)\/(.+)$/.exec(name ?? '') ?? [];
  const kind = kindByName(first);
  return kind && id !== undefined ? { kind, id } : undefined;
}

const ID = /^[a-z0-9_-]{1,64}$/;

/** What is wrong with a gallery id; nothing while it is empty. */
export function idProblem(id: string): string | undefined {
  return id === '' || ID.test(id) ? undefined : 'Use at most 64 lowercase letters, digits, dashes and underscores.';
}
