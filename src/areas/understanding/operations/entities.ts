/** Entities of every kind. What the kinds have in common is made once and listed for each of them. */
import type { TSchema } from 'typebox';
import type { Operation } from '../../../contract/operation.ts';
import type { Services } from '../../../contract/services.ts';
import type { Change } from '../../../storage/change.ts';
import { RegexProblem, UserRegex } from '../../../engines/recognizers/regex.ts';
import { understandingFailure } from '../failures.ts';
import { compilePattern, isWithin, patternRenamed, roleRenamed } from '../patterns.ts';
import { PREBUILTS, prebuiltNamed } from '../prebuilts.ts';
import { KINDS, VERSION3, sameName } from '../model.ts';
import type { Child, Entity, EntityKind, Label, PatternRule, Schema, SubList } from '../model.ts';
import { partName, placeName, placesOf } from '../parts.ts';
import {
  AvailablePrebuilts, BareId, BareNumber, ChildInfo, ClosedListPatch, ClosedListUpdate, EntityInfo, EntityList, ExplicitItemBody, ExplicitItemInfo, ExplicitItems,
  ModelName, NewClosedList, NewHierarchical, NewPatternAny, NewRegex, OperationStatus, Paging, ParentUpdate, PatternAnyUpdate, PrebuiltNames, RegexUpdate,
  RoleInfo, RoleList, SubListBody, SubListUpdate,
} from '../schemas.ts';
import { examples, examplesOf } from '../store.ts';
import type { FoundVersion } from '../store.ts';
import { checkNoInstances, usesDropped, usesRenamed } from '../uses.ts';
import { SUCCESS, checkName, found, paged, replacedIn, schemaEdit, versionOperation, without } from './editing.ts';
import type { Edit } from './editing.ts';

/** Where the entities of a kind are, and what they are called in the names of operations. */
interface Place { kind: EntityKind; path: string; noun: string; nouns: string; fromDomain?: boolean }

const PLACES = {
  simple: { kind: 'simple', path: 'entities', noun: 'Entity', nouns: 'Entities' },
  hierarchical: { kind: 'hierarchical', path: 'hierarchicalentities', noun: 'HierarchicalEntity', nouns: 'HierarchicalEntities' },
  composite: { kind: 'composite', path: 'compositeentities', noun: 'CompositeEntity', nouns: 'CompositeEntities' },
  closedList: { kind: 'closedList', path: 'closedlists', noun: 'ClosedList', nouns: 'ClosedLists' },
  regex: { kind: 'regex', path: 'regexentities', noun: 'RegexEntity', nouns: 'RegexEntities' },
  patternAny: { kind: 'patternAny', path: 'patternanyentities', noun: 'PatternAnyEntity', nouns: 'PatternAnyEntities' },
  prebuilt: { kind: 'prebuilt', path: 'prebuilts', noun: 'Prebuilt', nouns: 'Prebuilts' },
} as const satisfies Record<EntityKind, Place>;
const CUSTOM_PREBUILT: Place = { kind: 'simple', path: 'customprebuiltentities', noun: 'CustomPrebuiltEntity', nouns: 'CustomPrebuiltEntities', fromDomain: true };

export function entityInfo({ id, name, kind, roles, children, subLists, regexPattern, explicitList, origin, features }: Entity): object {
  return {
    id, name, ...KINDS[kind], roles, ...features && { features },
    ...children && { children: children.map((child) => ({ id: child.id, name: child.name })) },
    ...subLists && { subLists }, ...regexPattern !== undefined && { regexPattern }, ...explicitList && { explicitList },
    ...origin && { customPrebuiltDomainName: origin.domainName, customPrebuiltModelName: origin.modelName },
  };
}

/** v3.0-preview shows children with what they are and what they have within them; v2.0 by id and name. */
export function entityInfoIn(version: string): (entity: Entity) => object {
  return version === VERSION3 ? (entity) => ({ ...entityInfo(entity), ...entity.children && { children: entity.children.map((child) => childInfo(child, entity.kind)) } }) : entityInfo;
}

/** A part, or a child of a hierarchical entity; those of composites are entities of their own. */
export function childInfo({ id, name, instanceOf, children = [] }: Child, kind: EntityKind): object {
  return { id, name, instanceOf: instanceOf ?? null, ...kind === 'hierarchical' ? KINDS.hierarchicalChild : kind === 'simple' ? KINDS.part : {}, children: children.map((child) => childInfo(child, kind)) };
}

function of({ version }: FoundVersion, { kind, fromDomain }: Place, id: string): Entity {
  return found(version.value.schema.entities.filter((entity) => entity.kind === kind && (!fromDomain || entity.origin)), id);
}

export function withEntity(on: FoundVersion, next: Entity, answer?: { status: number; body: unknown }): Edit {
  return schemaEdit(on, { entities: replacedIn(on.version.value.schema.entities, next) }, answer);
}

export function added(on: FoundVersion, entity: Entity): Edit {
  const { schema } = on.version.value;
  checkName(schema, entity.name);
  return schemaEdit(on, { entities: [...schema.entities, entity] }, { status: 201, body: entity.id });
}

/** The schema with an entity under another name, in patterns, composites and relations too. */
export function renamed(schema: Schema, entity: Entity, name: string): Schema {
  checkName(schema, name, entity.id);
  const entities = composed(replacedIn(schema.entities, { ...entity, name }));
  return usesRenamed({ ...schema, entities, patterns: renamedInPatterns(schema, entity.name, name) }, 'modelName', entity.name, name);
}

/** Composites with the children that are there, by their names of now. */
export function composed(entities: readonly Entity[]): Entity[] {
  const names = new Map(entities.flatMap(placesOf).map((place) => [(place.way.at(-1) ?? place.entity).id, placeName(place)]));
  return entities.map((entity) => entity.kind !== 'composite' ? entity : { ...entity, children: entity.children!.flatMap((child) => names.has(child.id) ? [{ ...child, name: names.get(child.id)! }] : []) });
}

/** The patterns with an entity, or a part by its full name, under another name. */
export function renamedInPatterns({ patterns }: Schema, from: string, to: string): PatternRule[] {
  return patterns.map((rule) => ({ ...rule, pattern: patternRenamed(rule.pattern, from, to) }));
}

/** Entities, parts and roles stay as long as a pattern names them. */
export function checkNoPattern({ patterns }: Schema, name: string, role?: string): void {
  const used = patterns.find(({ pattern }) => {
    const { entities, roles } = compilePattern(pattern);
    return entities.some((one, i) => isWithin(one, name) && (role === undefined || sameName(roles[i] ?? '', role)));
  });
  if (used) throw understandingFailure('EntityInUse', { name, pattern: used.pattern });
}

/** Takes labels away from the utterances that have them. */
export async function unlabelled({ owner, version }: FoundVersion, services: Services, isGone: (label: Label) => boolean): Promise<(change: Change) => void> {
  const strip = (labels: readonly Label[]): Label[] => labels.filter((label) => !isGone(label)).map((label) => label.children ? { ...label, children: strip(label.children) } : label);
  const theirs = (await examplesOf(services, owner, version.value.uid)).filter(({ value }) => JSON.stringify(strip(value.labels)) !== JSON.stringify(value.labels));
  return (change) => {
    for (const read of theirs) change.replace(examples, owner, read, { ...read.value, labels: strip(read.value.labels) });
  };
}

function listing(place: Place): Operation {
  return versionOperation({
    id: `understanding.list${place.nouns}`,
    summary: `List the entities under ${place.path}`,
    route: `GET /${place.path}`,
    query: Paging,
    replies: { 200: EntityList },
    run: ({ version }, call) => ({ status: 200, body: paged(version.value.schema.entities.filter(({ kind }) => kind === place.kind), call.query).map(entityInfoIn(call.version)) }),
  });
}

function getting(place: Place): Operation {
  return versionOperation({
    id: `understanding.get${place.noun}`,
    summary: `Get an entity under ${place.path}`,
    route: `GET /${place.path}/{entityId}`,
    replies: { 200: EntityInfo },
    run: (on, { params: { entityId }, version }) => ({ status: 200, body: entityInfoIn(version)(of(on, place, entityId!)) }),
  });
}

function deleting(place: Place): Operation {
  return versionOperation({
    id: `understanding.delete${place.noun}`,
    summary: `Delete an entity under ${place.path}, with its labels`,
    route: `DELETE /${place.path}/{entityId}`,
    replies: { 200: OperationStatus },
    fails: ['EntityInUse', 'EntityInstanced'],
    run: (on, { params: { entityId } }, services) => deletion(on, of(on, place, entityId!), services),
  });
}

/** Deletes an entity with its labels and the relations to it. */
export async function deletion(on: FoundVersion, entity: Entity, services: Services): Promise<Edit> {
  const { schema } = on.version.value;
  checkNoPattern(schema, entity.name);
  checkNoInstances(schema, entity.name);
  const entities = composed(without(schema.entities, entity));
  return { status: 200, body: SUCCESS, next: { schema: usesDropped({ ...schema, entities }, 'modelName', entity.name) }, also: await unlabelled(on, services, (label) => label.entityId === entity.id) };
}

function roleOperations(place: Place): Operation[] {
  const route = `/${place.path}/{entityId}/roles` as const;
  const checkRole = (entity: Entity, name: string, except?: string): void => {
    if (entity.roles.some((role) => role.id !== except && sameName(role.name, name))) throw understandingFailure('NameTaken', { name });
  };
  return [
    versionOperation({
      id: `understanding.list${place.noun}Roles`, summary: `List the roles of an entity under ${place.path}`, route: `GET ${route}`,
      replies: { 200: RoleList },
      run: (on, { params: { entityId } }) => ({ status: 200, body: of(on, place, entityId!).roles }),
    }),
    versionOperation({
      id: `understanding.add${place.noun}Role`, summary: `Add a role to an entity under ${place.path}`, route: `POST ${route}`,
      body: ModelName, example: { body: { name: 'destination' } }, replies: { 201: BareId }, fails: ['NameTaken'],
      run(on, { params: { entityId }, body: { name } }, { ids }) {
        const entity = of(on, place, entityId!);
        checkRole(entity, name);
        const id = ids.uuid();
        return withEntity(on, { ...entity, roles: [...entity.roles, { id, name }] }, { status: 201, body: id });
      },
    }),
    versionOperation({
      id: `understanding.get${place.noun}Role`, summary: `Get a role of an entity under ${place.path}`, route: `GET ${route}/{roleId}`,
      replies: { 200: RoleInfo },
      run: (on, { params: { entityId, roleId } }) => ({ status: 200, body: found(of(on, place, entityId!).roles, roleId!) }),
    }),
    versionOperation({
      id: `understanding.update${place.noun}Role`, summary: `Rename a role of an entity under ${place.path}`, route: `PUT ${route}/{roleId}`,
      body: ModelName, example: { body: { name: 'origin' } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
      run(on, { params: { entityId, roleId }, body: { name } }) {
        const entity = of(on, place, entityId!);
        const role = found(entity.roles, roleId!);
        checkRole(entity, name, role.id);
        const { schema } = on.version.value;
        const patterns = schema.patterns.map((rule) => ({ ...rule, pattern: roleRenamed(rule.pattern, entity.name, role.name, name) }));
        return schemaEdit(on, { entities: replacedIn(schema.entities, { ...entity, roles: replacedIn(entity.roles, { ...role, name }) }), patterns });
      },
    }),
    versionOperation({
      id: `understanding.delete${place.noun}Role`, summary: `Delete a role of an entity under ${place.path}`, route: `DELETE ${route}/{roleId}`,
      replies: { 200: OperationStatus }, fails: ['EntityInUse'],
      async run(on, { params: { entityId, roleId } }, services) {
        const entity = of(on, place, entityId!);
        const role = found(entity.roles, roleId!);
        checkNoPattern(on.version.value.schema, entity.name, role.name);
        const { owner, version: { value: { uid } } } = on;
        const theirs = (await examplesOf(services, owner, uid)).filter(({ value }) => value.labels.some((label) => label.roleId === role.id));
        return {
          ...withEntity(on, { ...entity, roles: without(entity.roles, role) }),
          also: (change) => {
            for (const read of theirs) change.replace(examples, owner, read, { ...read.value, labels: read.value.labels.map((label) => label.roleId === role.id ? { ...label, roleId: undefined } : label) });
          },
        };
      },
    }),
  ];
}

/** Adds an entity of a kind, made from the body. */
function adding<const Body extends TSchema>(place: Place, body: Body, example: object, make: (given: never, on: FoundVersion, services: Services) => Partial<Entity> & { name: string }): Operation {
  return versionOperation({
    id: `understanding.add${place.noun}`,
    summary: `Add an entity under ${place.path}`,
    route: `POST /${place.path}`,
    body,
    example: { body: example },
    replies: { 201: BareId },
    fails: ['NameTaken'],
    run: (on, call, services) => added(on, { id: services.ids.uuid(), kind: place.kind, roles: [], ...make(call.body as never, on, services) }),
  });
}

/** Updates an entity of a kind: its name, and what the body changes in it. */
function updating<const Body extends TSchema>(place: Place, body: Body, example: object, change: (given: never, entity: Entity, on: FoundVersion, services: Services) => Partial<Entity>, fails: string[] = []): Operation {
  return versionOperation({
    id: `understanding.update${place.noun}`,
    summary: `Update an entity under ${place.path}`,
    route: `PUT /${place.path}/{entityId}`,
    body,
    example: { body: example },
    replies: { 200: OperationStatus },
    fails: ['NameTaken', 'PatternInvalid', ...place.kind === 'hierarchical' ? ['EntityInUse'] : [], ...fails],
    async run(on, call, services) {
      const entity = of(on, place, call.params.entityId!);
      const { name = entity.name } = call.body as { name?: string };
      const next = { ...entity, ...change(call.body as never, entity, on, services) };
      return { ...schemaEdit(on, renamed(on.version.value.schema, next, name)), ...place.kind === 'hierarchical' && { also: await childrenLeft(on, entity, next, services) } };
    },
  });
}

/** Children of a hierarchical entity that it no longer has go with their labels; not while a pattern names them. */
async function childrenLeft(on: FoundVersion, before: Entity, next: Entity, services: Services): Promise<(change: Change) => void> {
  const left = before.children!.filter(({ id }) => !next.children!.some((child) => child.id === id));
  for (const { name } of left) checkNoPattern(on.version.value.schema, partName(before.name, name));
  const gone = new Set(left.map(({ id }) => id));
  return await unlabelled(on, services, ({ childId }) => childId !== undefined && gone.has(childId));
}

/** Children of a hierarchical entity, by name; those that stay keep their ids. */
function ownChildren(names: readonly string[], before: readonly Child[], { ids }: Services): Child[] {
  checkUnique(names);
  return names.map((name) => before.find((child) => sameName(child.name, name)) ?? { id: ids.uuid(), name });
}

/** Children of a composite: entities of the version, a child of a hierarchical one as `Parent::Child`. */
function referredChildren(names: readonly string[], { version }: FoundVersion): Child[] {
  checkUnique(names);
  return names.map((name) => {
    for (const entity of version.value.schema.entities) {
      if (entity.kind === 'composite' || entity.kind === 'patternAny') continue;
      if (sameName(entity.name, name)) return { id: entity.id, name: entity.name };
      const child = entity.kind === 'hierarchical' ? entity.children!.find((one) => sameName(`${entity.name}::${one.name}`, name)) : undefined;
      if (child) return { id: child.id, name: `${entity.name}::${child.name}` };
    }
    throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
  });
}

export function checkUnique(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw understandingFailure('NameTaken', { name });
    seen.add(name.toLowerCase());
  }
}

/** Sub-lists with numbers; canonical forms are unique in a list. */
function numbered(given: readonly { canonicalForm: string; list: readonly string[] }[], from: number): SubList[] {
  checkUnique(given.map(({ canonicalForm }) => canonicalForm));
  return given.map(({ canonicalForm, list }, i) => ({ id: from + 1 + i, canonicalForm, list: [...list] }));
}

function nextNumber(list: readonly { id: number }[]): number {
  return list.reduce((largest, { id }) => Math.max(largest, id), 0);
}

const { simple, hierarchical, composite, closedList, regex, patternAny } = PLACES;

export const updateHierarchicalEntity = updating(hierarchical, ParentUpdate, { name: 'Location', children: ['Here', 'Elsewhere'] }, ({ children }: { children?: string[] }, entity, _on, services) => children ? { children: ownChildren(children, entity.children!, services) } : {});
export const updateHierarchicalEntityChild = versionOperation({
  id: 'understanding.updateHierarchicalEntityChild', summary: 'Rename a child of a hierarchical entity', route: 'PUT /hierarchicalentities/{entityId}/children/{childId}',
  body: ModelName, example: { body: { name: 'Away' } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
  run(on, { params: { entityId, childId }, body: { name } }) {
    const { schema } = on.version.value;
    const entity = of(on, hierarchical, entityId!);
    const child = found(entity.children!, childId!);
    checkUnique([...without(entity.children!, child).map((other) => other.name), name]);
    const patterns = renamedInPatterns(schema, partName(entity.name, child.name), partName(entity.name, name));
    return schemaEdit(on, { entities: composed(replacedIn(schema.entities, { ...entity, children: replacedIn(entity.children!, { ...child, name }) })), patterns });
  },
});

export const entityOperations: Operation[] = [
  ...Object.values(PLACES).flatMap((place) => [listing(place), getting(place), deleting(place), ...roleOperations(place)]),
  ...roleOperations(CUSTOM_PREBUILT),

  adding(simple, ModelName, { name: 'Airline' }, ({ name }: { name: string }) => ({ name })),
  updating(simple, ModelName, { name: 'Town' }, () => ({})),

  adding(hierarchical, NewHierarchical, { name: 'Location', children: ['Inside', 'Outside'] }, ({ name, children }: { name: string; children: string[] }, _on, services) => ({ name, children: ownChildren(children, [], services) })),
  updateHierarchicalEntity,
  versionOperation({
    id: 'understanding.addHierarchicalEntityChild', summary: 'Add a child to a hierarchical entity', route: 'POST /hierarchicalentities/{entityId}/children',
    body: ModelName, example: { body: { name: 'Nearby' } }, replies: { 201: BareId }, fails: ['NameTaken'],
    run(on, { params: { entityId }, body: { name } }, { ids }) {
      const entity = of(on, hierarchical, entityId!);
      checkUnique([...entity.children!.map((child) => child.name), name]);
      const id = ids.uuid();
      return withEntity(on, { ...entity, children: [...entity.children!, { id, name }] }, { status: 201, body: id });
    },
  }),
  versionOperation({
    id: 'understanding.getHierarchicalEntityChild', summary: 'Get a child of a hierarchical entity', route: 'GET /hierarchicalentities/{entityId}/children/{childId}',
    replies: { 200: ChildInfo },
    run(on, { params: { entityId, childId }, version }) {
      const child = found(of(on, hierarchical, entityId!).children!, childId!);
      return { status: 200, body: version === VERSION3 ? childInfo(child, 'hierarchical') : { id: child.id, name: child.name, ...KINDS.hierarchicalChild } };
    },
  }),
  updateHierarchicalEntityChild,
  versionOperation({
    id: 'understanding.deleteHierarchicalEntityChild', summary: 'Delete a child of a hierarchical entity, with its labels', route: 'DELETE /hierarchicalentities/{entityId}/children/{childId}',
    replies: { 200: OperationStatus }, fails: ['EntityInUse'],
    async run(on, { params: { entityId, childId } }, services) {
      const { schema } = on.version.value;
      const entity = of(on, hierarchical, entityId!);
      const next = { ...entity, children: without(entity.children!, found(entity.children!, childId!)) };
      return { ...schemaEdit(on, { entities: composed(replacedIn(schema.entities, next)) }), also: await childrenLeft(on, entity, next, services) };
    },
  }),

  adding(composite, NewHierarchical, { name: 'Journey', children: ['City', 'number'] }, ({ name, children }: { name: string; children: string[] }, on) => ({ name, children: referredChildren(children, on) })),
  updating(composite, ParentUpdate, { name: 'Journey', children: ['City'] }, ({ children }: { children?: string[] }, _entity, on) => children ? { children: referredChildren(children, on) } : {}, ['EntityUnknown']),
  versionOperation({
    id: 'understanding.addCompositeEntityChild', summary: 'Add a child to a composite entity', route: 'POST /compositeentities/{entityId}/children',
    body: ModelName, example: { body: { name: 'Class' } }, replies: { 201: BareId }, fails: ['NameTaken', 'EntityUnknown'],
    run(on, { params: { entityId }, body: { name } }) {
      const entity = of(on, composite, entityId!);
      const children = referredChildren([...entity.children!.map((child) => child.name), name], on);
      return withEntity(on, { ...entity, children }, { status: 201, body: children.at(-1)!.id });
    },
  }),
  versionOperation({
    id: 'understanding.deleteCompositeEntityChild', summary: 'Take a child out of a composite entity', route: 'DELETE /compositeentities/{entityId}/children/{childId}',
    replies: { 200: OperationStatus },
    run(on, { params: { entityId, childId } }) {
      const entity = of(on, composite, entityId!);
      return withEntity(on, { ...entity, children: without(entity.children!, found(entity.children!, childId!)) });
    },
  }),

  adding(closedList, NewClosedList, { name: 'Meal', subLists: [{ canonicalForm: 'vegetarian', list: ['veggie', 'no meat'] }] }, ({ name, subLists = [] }: { name: string; subLists?: SubList[] }) => ({ name, subLists: numbered(subLists, 0) })),
  updating(closedList, ClosedListUpdate, { name: 'Cabin', subLists: [{ canonicalForm: 'first', list: ['first class'] }] }, ({ subLists }: { subLists?: SubList[] }, entity) => subLists ? { subLists: numbered(subLists, nextNumber(entity.subLists!)) } : {}),
  versionOperation({
    id: 'understanding.patchClosedList', summary: 'Add sub-lists to a closed list', route: 'PATCH /closedlists/{entityId}',
    body: ClosedListPatch, example: { body: { subLists: [{ canonicalForm: 'first', list: ['first class'] }] } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
    run(on, { params: { entityId }, body: { subLists } }) {
      const entity = of(on, closedList, entityId!);
      checkUnique([...entity.subLists!, ...subLists].map(({ canonicalForm }) => canonicalForm));
      return withEntity(on, { ...entity, subLists: [...entity.subLists!, ...numbered(subLists, nextNumber(entity.subLists!))] });
    },
  }),
  versionOperation({
    id: 'understanding.addSubList', summary: 'Add a sub-list to a closed list', route: 'POST /closedlists/{entityId}/sublists',
    body: SubListBody, example: { body: { canonicalForm: 'premium', list: ['premium economy'] } }, replies: { 201: BareNumber }, fails: ['NameTaken'],
    run(on, { params: { entityId }, body }) {
      const entity = of(on, closedList, entityId!);
      checkUnique([...entity.subLists!, body].map(({ canonicalForm }) => canonicalForm));
      const [made] = numbered([body], nextNumber(entity.subLists!));
      return withEntity(on, { ...entity, subLists: [...entity.subLists!, made!] }, { status: 201, body: made!.id });
    },
  }),
  versionOperation({
    id: 'understanding.updateSubList', summary: 'Update a sub-list of a closed list', route: 'PUT /closedlists/{entityId}/sublists/{subListId}',
    body: SubListUpdate, example: { body: { canonicalForm: 'economy', list: ['coach', 'standard'] } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
    run(on, { params: { entityId, subListId }, body }) {
      const entity = of(on, closedList, entityId!);
      const before = found(entity.subLists!, subListId!);
      const next = { ...before, ...body };
      checkUnique([...without(entity.subLists!, before), next].map(({ canonicalForm }) => canonicalForm));
      return withEntity(on, { ...entity, subLists: replacedIn(entity.subLists!, next) });
    },
  }),
  versionOperation({
    id: 'understanding.deleteSubList', summary: 'Delete a sub-list of a closed list', route: 'DELETE /closedlists/{entityId}/sublists/{subListId}',
    replies: { 200: OperationStatus },
    run(on, { params: { entityId, subListId } }) {
      const entity = of(on, closedList, entityId!);
      return withEntity(on, { ...entity, subLists: without(entity.subLists!, found(entity.subLists!, subListId!)) });
    },
  }),

  adding(regex, NewRegex, { name: 'Gate', regexPattern: '[a-z]\\d{1,2}' }, ({ name, regexPattern }: { name: string; regexPattern: string }) => ({ name, regexPattern: checkedRegex(regexPattern) })),
  updating(regex, RegexUpdate, { regexPattern: '[a-z]{2}\\d{5}' }, ({ regexPattern }: { regexPattern?: string }) => regexPattern === undefined ? {} : { regexPattern: checkedRegex(regexPattern) }, ['RegexInvalid']),

  adding(patternAny, NewPatternAny, { name: 'Title', explicitList: ['the man from nowhere'] }, ({ name, explicitList = [] }: { name: string; explicitList?: string[] }) => ({ name, explicitList: explicitList.map((explicitListItem, i) => ({ id: i + 1, explicitListItem })) })),
  updating(patternAny, PatternAnyUpdate, { name: 'Lodging', explicitList: ['the man from nowhere'] }, ({ explicitList }: { explicitList?: string[] }, entity) =>
    explicitList ? { explicitList: explicitList.map((explicitListItem, i) => ({ id: nextNumber(entity.explicitList!) + 1 + i, explicitListItem })) } : {}),
  versionOperation({
    id: 'understanding.getExplicitList', summary: 'List the exceptions of a Pattern.Any entity', route: 'GET /patternanyentities/{entityId}/explicitlist',
    replies: { 200: ExplicitItems },
    run: (on, { params: { entityId } }) => ({ status: 200, body: of(on, patternAny, entityId!).explicitList }),
  }),
  versionOperation({
    id: 'understanding.addExplicitListItem', summary: 'Add an exception to a Pattern.Any entity', route: 'POST /patternanyentities/{entityId}/explicitlist',
    body: ExplicitItemBody, example: { body: { explicitListItem: 'the end of the world' } }, replies: { 201: BareNumber },
    run(on, { params: { entityId }, body: { explicitListItem } }) {
      const entity = of(on, patternAny, entityId!);
      const id = nextNumber(entity.explicitList!) + 1;
      return withEntity(on, { ...entity, explicitList: [...entity.explicitList!, { id, explicitListItem }] }, { status: 201, body: id });
    },
  }),
  versionOperation({
    id: 'understanding.getExplicitListItem', summary: 'Get an exception of a Pattern.Any entity', route: 'GET /patternanyentities/{entityId}/explicitlist/{itemId}',
    replies: { 200: ExplicitItemInfo },
    run: (on, { params: { entityId, itemId } }) => ({ status: 200, body: found(of(on, patternAny, entityId!).explicitList!, itemId!) }),
  }),
  versionOperation({
    id: 'understanding.updateExplicitListItem', summary: 'Update an exception of a Pattern.Any entity', route: 'PUT /patternanyentities/{entityId}/explicitlist/{itemId}',
    body: ExplicitItemBody, example: { body: { explicitListItem: 'the last resort' } }, replies: { 200: OperationStatus },
    run(on, { params: { entityId, itemId }, body: { explicitListItem } }) {
      const entity = of(on, patternAny, entityId!);
      return withEntity(on, { ...entity, explicitList: replacedIn(entity.explicitList!, { ...found(entity.explicitList!, itemId!), explicitListItem }) });
    },
  }),
  versionOperation({
    id: 'understanding.deleteExplicitListItem', summary: 'Delete an exception of a Pattern.Any entity', route: 'DELETE /patternanyentities/{entityId}/explicitlist/{itemId}',
    replies: { 200: OperationStatus },
    run(on, { params: { entityId, itemId } }) {
      const entity = of(on, patternAny, entityId!);
      return withEntity(on, { ...entity, explicitList: without(entity.explicitList!, found(entity.explicitList!, itemId!)) });
    },
  }),

  versionOperation({
    id: 'understanding.addPrebuilt', summary: 'Add prebuilt entities to a version', route: 'POST /prebuilts',
    body: PrebuiltNames, example: { body: ['money', 'datetimeV2'] }, replies: { 201: EntityList }, fails: ['PrebuiltUnknown', 'NameTaken'],
    run(on, { body: names }, { ids }) {
      const { schema } = on.version.value;
      const culture = on.app.value.culture;
      checkUnique(names);
      const made = names.map((name): Entity => {
        const known = prebuiltNamed(name, culture);
        if (known === undefined) throw understandingFailure('PrebuiltUnknown', { name: name.slice(0, 100), culture });
        checkName(schema, known);
        return { id: ids.uuid(), name: known, kind: 'prebuilt', roles: [] };
      });
      return schemaEdit(on, { entities: [...schema.entities, ...made] }, { status: 201, body: made.map(entityInfo) });
    },
  }),
  versionOperation({
    id: 'understanding.listAvailablePrebuilts', summary: 'List the prebuilt entities that can be added in the culture of the app', route: 'GET /listprebuilts',
    replies: { 200: AvailablePrebuilts },
    run: ({ app }) => ({ status: 200, body: PREBUILTS.filter(({ name }) => prebuiltNamed(name, app.value.culture) !== undefined).map(({ name, description, examples: texts }) => ({ name, description, examples: texts })) }),
  }),
  versionOperation({
    id: 'understanding.listCustomPrebuiltEntities', summary: 'List the entities of prebuilt domains', route: 'GET /customprebuiltentities',
    replies: { 200: EntityList },
    run: ({ version }) => ({ status: 200, body: version.value.schema.entities.filter(({ origin }) => origin).map(entityInfo) }),
  }),
];

function checkedRegex(pattern: string): string {
  try {
    return new UserRegex(pattern).source;
  } catch (problem) {
    if (problem instanceof RegexProblem) throw understandingFailure('RegexInvalid', { details: problem.message });
    throw problem;
  }
}
