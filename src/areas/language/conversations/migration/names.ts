/** Names of projects, entities and template slots in migrations. */
import { PROJECT_NAME, RESERVED_NAME } from '../../projects/model.ts';
import { roleCategory } from '../app-fields.ts';

/** Allocates unique names, ignoring case: a name that is taken gets a number. */
export class NameAllocator {
  readonly #taken = new Set<string>();

  claim(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${wanted}${number}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

const MAX_CHARACTERS = 100;

/** The project name for an app: letters, digits, spaces, dots, hyphens and underscores are kept. */
export function toProjectName(app: string): string {
  const name = Array.from(
    app
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '')
      .replace(/ {2,}/g, ' '),
  )
    .slice(0, MAX_CHARACTERS)
    .join('')
    .trim();
  // A name of dots alone would traverse the path.
  return /[\p{L}\p{N}]/u.test(name) && new RegExp(PROJECT_NAME).test(name) ? name : 'app';
}

/** The first of `Name`, `Name2`, … that is not taken. */
export async function findFreeName(wanted: string, isTaken: (name: string) => boolean | Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : String(number);
    const name =
      Array.from(wanted)
        .slice(0, MAX_CHARACTERS - suffix.length)
        .join('') + suffix;
    if (name !== RESERVED_NAME && !(await isTaken(name))) return name;
  }
}

const SLOT = /\{([^{}]*)\}/g;

/** Replaces the slots of a template; `replace` gets the entity and the role of a slot. */
export function rewriteSlots(template: string, replace: (entity: string, role: string | undefined) => string): string {
  return template.replace(SLOT, (_, inside: string) => {
    const [entity = '', role] = inside.split(/(?<!:):(?!:)/).map((part) => part.trim());
    return replace(entity.replace(/^@\s*/, ''), role);
  });
}

/** A role in the template of a project: the entity of the role, or else the entity itself in that role. */
export function roleSlot(category: string, role: string, ofRole: string): string {
  return `({${ofRole}}|{${category}${ofRole === roleCategory(category, role) ? `:${role}` : ''}})`;
}
