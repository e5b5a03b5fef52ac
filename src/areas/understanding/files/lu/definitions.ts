/** The intents, entities and features that a .lu file defines, collected while it is read. */
import { understandingFailure } from '../../failures.ts';
import type { Item, Word } from './syntax.ts';

const ENTITY_TYPES = ['ml', 'simple', 'list', 'regex', 'prebuilt', 'composite', 'patternany', 'hierarchical'] as const;
export const LU_TYPES: ReadonlySet<string> = new Set([...ENTITY_TYPES, 'phraselist', 'patternfeature', 'intent']);
export type EntityType = Exclude<(typeof ENTITY_TYPES)[number], 'simple'>;

/** Keywords after a name, and what the words after them are. */
export const LU_KEYWORDS: ReadonlyMap<string, 'roles' | 'features' | 'required' | 'instanceOf'> = new Map([
  ['hasrole', 'roles'],
  ['hasroles', 'roles'],
  ['usesfeature', 'features'],
  ['usesfeatures', 'features'],
  ['requiresfeature', 'required'],
  ['requiresfeatures', 'required'],
  ['instanceof', 'instanceOf'],
]);
/** What can follow the name of a model. */
export interface Attributes {
  roles: string[];
  features: string[];
  required: string[];
  instanceOf?: string;
  flags: Set<string>;
}
export interface Part extends Attributes {
  name: string;
  parts: Part[];
}
export interface EntityDefinition extends Part {
  type: EntityType;
  line: number;
  pattern: string;
  items: Item[];
  subLists: { canonicalForm: string; list: string[] }[];
  inherits?: LuOrigin;
}
export interface FeatureDefinition {
  type: 'phraselist' | 'patternfeature';
  name: string;
  line: number;
  pattern: string;
  items: Item[];
  flags: Set<string>;
}
export interface IntentDefinition extends Attributes {
  name: string;
  line: number;
  utterances: Item[];
  inherits?: LuOrigin;
}
export interface LuOrigin {
  domain_name: string;
  model_name: string;
}

export const emptyAttributes = (): Attributes => ({ roles: [], features: [], required: [], flags: new Set() });

/** Failures and new definitions refer to the line that is being read. */
export class LuDefinitions {
  readonly intents = new Map<string, IntentDefinition>();
  readonly entities = new Map<string, EntityDefinition>();
  readonly features = new Map<string, FeatureDefinition>();
  line = 0;

  invalid(details: string, line = this.line): Error {
    return understandingFailure('LuInvalid', { line, details });
  }

  intent(name: string): IntentDefinition {
    const existing = this.intents.get(name.toLowerCase());
    if (existing) return existing;
    const created = { name, line: this.line, utterances: [], ...emptyAttributes() };
    this.intents.set(name.toLowerCase(), created);
    return created;
  }

  entity(type: EntityType, name: string): EntityDefinition {
    const existing = this.entities.get(name.toLowerCase());
    if (existing && existing.type !== type) throw this.invalid(`the entity ${name} has type ${existing.type} in line ${existing.line}.`);
    if (existing) return existing;
    const created: EntityDefinition = {
      type,
      name,
      line: this.line,
      pattern: '',
      items: [],
      subLists: [],
      parts: [],
      ...emptyAttributes(),
    };
    this.entities.set(name.toLowerCase(), created);
    return created;
  }

  addAttributes(to: Attributes, words: readonly Word[]): void {
    let mode: 'roles' | 'features' | 'required' | 'instanceOf' = 'roles';
    for (const { text, isQuoted } of words) {
      const word = isQuoted ? undefined : LU_KEYWORDS.get(text.toLowerCase());
      if (word) mode = word;
      else if (mode === 'instanceOf') to.instanceOf = text;
      else if (!to[mode].some((one) => one.toLowerCase() === text.toLowerCase())) to[mode].push(text);
    }
  }

  /** Resolves a reference: an entity, one of its parts as `Whole::Part`, either with a role, a role alone, or a new entity. */
  resolve(reference: string, newType: 'ml' | 'patternany'): { path: string; role?: string; parts: Part[] } {
    const exact = this.findByPath(reference);
    if (exact) return { path: exact.path, parts: exact.part.parts };
    for (let colon = reference.lastIndexOf(':'); colon > 0; colon = reference.lastIndexOf(':', colon - 1)) {
      const [path, role] = [reference.slice(0, colon).trim(), reference.slice(colon + 1).trim()];
      const found = this.findByPath(path);
      if (!found || role === '') continue;
      this.addAttributes(found.part, [{ text: role, isQuoted: true }]);
      return { path: found.path, role, parts: found.part.parts };
    }
    const withRole = [...this.entities.values()].filter(({ roles }) =>
      roles.some((role) => role.toLowerCase() === reference.toLowerCase()),
    );
    if (withRole.length === 1) return { path: withRole[0]!.name, role: reference, parts: withRole[0]!.parts };
    const partPaths = [...this.entities.values()].flatMap((entity) => (entity.type === 'ml' ? findPaths(entity, reference) : []));
    if (partPaths.length === 1) return { path: partPaths[0]!.path, parts: partPaths[0]!.part.parts };
    const [name, role] = /^([^:]+):([^:]+)$/
      .exec(reference)
      ?.slice(1)
      .map((word) => word.trim()) ?? [reference.trim()];
    const entity = this.entity(newType, name!);
    if (role !== undefined) this.addAttributes(entity, [{ text: role, isQuoted: true }]);
    return { path: entity.name, ...(role !== undefined && { role }), parts: [] };
  }

  findByPath(path: string): { path: string; part: Part } | undefined {
    const whole = this.entities.get(path.toLowerCase());
    if (whole) return { path: whole.name, part: whole };
    const steps = path.split('::').map((step) => step.trim());
    const entity = steps.length > 1 ? this.entities.get(steps[0]!.toLowerCase()) : undefined;
    if (entity?.type === 'hierarchical') return { path: steps.join('::'), part: entity };
    let part: Part | undefined = entity;
    for (const step of steps.slice(1)) part = part?.parts.find(({ name }) => name.toLowerCase() === step.toLowerCase());
    return part && { path: steps.join('::'), part };
  }
}

function findPaths(entity: Part, name: string, path = entity.name): { path: string; part: Part }[] {
  return entity.parts.flatMap((part) => [
    ...(part.name.toLowerCase() === name.toLowerCase() ? [{ path: `${path}::${part.name}`, part }] : []),
    ...findPaths(part, name, `${path}::${part.name}`),
  ]);
}
