/** Names on the way from apps to projects and back. */
import { PROJECT_NAME, RESERVED_NAME } from '../../projects/model.ts';
import { roleCategory } from './fields.ts';

/** Gives names out, none twice: one that is taken gets a number. Case does not make names differ. */
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

/** The name of a project after that of an app: letters, digits, spaces, dots, hyphens and underscores stay. */
export function toProjectName(app: string): string {
  const name = Array.from(app.normalize('NFC').replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '').replace(/ {2,}/g, ' ')).slice(0, MAX_CHARACTERS).join('').trim();
  // A path of dots alone leads elsewhere.
  return /[\p{L}\p{N}]/u.test(name) && new RegExp(PROJECT_NAME).test(name) ? name : 'app';
}

/** The first of `Name`, `Name2`, … that is free. */
export async function findFreeName(wanted: string, isTaken: (name: string) => boolean | Promise<boolean>): Promise<string> {
  for (let number = 1; ; number++) {
    const behind = number === 1 ? '' : String(number);
    const name = Array.from(wanted).slice(0, MAX_CHARACTERS - behind.length).join('') + behind;
    if (name !== RESERVED_NAME && !await isTaken(name)) return name;
  }
}

const SLOT = /\{([^{}]*)\}/g;

/** The template with its slots written anew; `written` gets the entity and the role that a slot names. */
export function rewriteSlots(template: string, written: (entity: string, role: string | undefined) => string): string {
  return template.replace(SLOT, (_, inside: string) => {
    const [entity = '', role] = inside.split(/(?<!:):(?!:)/).map((part) => part.trim());
    return written(entity.replace(/^@\s*/, ''), role);
  });
}

/** A role in the template of a project: its entity where that is found, else what the entity itself finds, in that role. */
export function roleSlot(category: string, role: string, ofRole: string): string {
  return `({${ofRole}}|{${category}${ofRole === roleCategory(category, role) ? `:${role}` : ''}})`;
}
