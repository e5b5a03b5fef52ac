/** Ready-made intents and entities: whole domains, or single models of them, added to a version with their utterances. */
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import { DOMAINS } from './catalog/all.ts';
import { parseDomainUtterances } from './catalog/domain.ts';
import type { Domain } from './catalog/domain.ts';
import { understandingFailure } from '../failures.ts';
import { createSchema, isSameName } from '../model.ts';
import type { DomainOrigin, Entity, Example, Intent, Label, Schema, Version } from '../model.ts';
import { BareId, DomainApp, DomainModel, DomainName, Domains, Ids, IntentList, Models, OperationStatus } from '../schemas.ts';
import { examples, readExamples, putExample } from '../store.ts';
import { checkNoInstances, removeRelations } from '../schema/relations.ts';
import { checkAppName, parseCulture, createApp } from '../apps/operations.ts';
import { SUCCESS, checkModelName, versionOperation } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';
import { checkNotInPattern, refreshComposites } from '../entities/edits.ts';
import { describeEntity } from '../entities/view.ts';
import { describeIntent } from '../intents/operations.ts';

const FIRST_VERSION = '0.1';
const EXAMPLES_SHOWN = 3;

function requireDomain(name: string, culture: string): Domain {
  const domain = DOMAINS.find((one) => one.culture === culture && isSameName(one.name, name));
  if (!domain) throw understandingFailure('DomainUnknown', { domain: name.slice(0, 100), culture });
  return domain;
}

function shown(domain: Domain): object {
  const said = (says: readonly string[]): string => parseDomainUtterances(says.slice(0, EXAMPLES_SHOWN)).map(({ text }) => text).join(', ');
  const labelling = (entity: string): readonly string[] => Object.values(domain.intents).flatMap(({ says }) => says.filter((source) => source.includes(`{${entity}=`)));
  return {
    name: domain.name, culture: domain.culture, description: domain.description, examples: said(Object.values(domain.intents).map(({ says }) => says[0]!)),
    intents: Object.entries(domain.intents).map(([name, { about, says }]) => ({ name, description: about, examples: said(says) })),
    entities: Object.entries(domain.entities).map(([name, about]) => ({ name, description: about, examples: said(labelling(name)) })),
  };
}

interface Addition { schema: Schema; lastNumber: number; made: string[]; utterances: Example[] }

/** A schema with models of a domain, and the utterances that its new intents bring; labelled are the entities of the domain that are there. */
function addModels({ schema, lastNumber }: { schema: Schema; lastNumber: number }, domain: Domain, { intents, entities }: { intents: readonly string[]; entities: readonly string[] }, { ids }: Ports): Addition {
  const model = (modelName: string): { id: string; name: string; origin: DomainOrigin } => {
    const name = `${domain.name}.${modelName}`;
    checkModelName(schema, name);
    return { id: ids.uuid(), name, origin: { domainName: domain.name, modelName } };
  };
  const newIntents: Intent[] = intents.map(model);
  const newEntities = entities.map((name): Entity => ({ ...model(name), kind: 'simple', roles: [] }));
  const next = { ...schema, intents: [...schema.intents, ...newIntents], entities: [...schema.entities, ...newEntities] };
  const entityIds = new Map(next.entities.filter((entity) => isOf(domain.name, entity)).map(({ id, origin }) => [origin!.modelName, id]));
  let number = lastNumber;
  const utterances = newIntents.flatMap(({ id: intentId, origin }) => parseDomainUtterances(domain.intents[origin!.modelName]!.says).map(({ text, labels }): Example => ({
    id: ++number, text, intentId, labels: labels.flatMap(({ entity, start, end }): Label[] => entityIds.has(entity) ? [{ entityId: entityIds.get(entity)!, start, end }] : []),
  })));
  return { schema: next, lastNumber: number, made: [...newIntents, ...newEntities].map(({ id }) => id), utterances };
}

function isOf(domain: string, { origin }: Intent | Entity): boolean {
  return origin !== undefined && isSameName(origin.domainName, domain);
}

function putUtterances(change: Change, owner: string, uid: string, { utterances }: Addition): void {
  for (const one of utterances) putExample(change, owner, uid, one);
}

function edit(owner: string, { uid, exampleCount }: Version, addition: Addition, body: unknown): EditResult {
  const { schema, lastNumber, utterances } = addition;
  return { status: 201, body, update: { schema, lastNumber, exampleCount: exampleCount + utterances.length }, writes: (change) => putUtterances(change, owner, uid, addition) };
}

const listDomains = operation({
  id: 'understanding.listPrebuiltDomains', summary: 'List the prebuilt domains of all cultures', route: 'GET /apps/customprebuiltdomains', needs: 'authoring',
  replies: { 200: Domains },
  run: () => reply(200, DOMAINS.map(shown)),
});

const listDomainsOfCulture = operation({
  id: 'understanding.listPrebuiltDomainsOfCulture', summary: 'List the prebuilt domains of a culture', route: 'GET /apps/customprebuiltdomains/{culture}', needs: 'authoring',
  replies: { 200: Domains }, fails: ['CultureUnknown', 'DomainCultureUnknown'],
  example: { params: { culture: 'en-us' } },
  run({ params }) {
    const culture = parseCulture(params.culture!);
    const found = DOMAINS.filter((domain) => domain.culture === culture);
    if (found.length === 0) throw understandingFailure('DomainCultureUnknown', { culture });
    return reply(200, found.map(shown));
  },
});

const addAppOfDomain = operation({
  id: 'understanding.addAppOfPrebuiltDomain', summary: 'Create an app with the models of a prebuilt domain', route: 'POST /apps/customprebuiltdomains', needs: 'authoring',
  body: DomainApp, replies: { 201: BareId }, fails: ['CultureUnknown', 'DomainUnknown', 'AppNameTaken'],
  example: { body: { domainName: 'Weather', culture: 'en-us' } },
  async run({ account, link, body: { domainName, culture } }, services) {
    const known = parseCulture(culture);
    const domain = requireDomain(domainName, known);
    await checkAppName(services, account.id, domain.name);
    const addition = addModels({ schema: createSchema(services.ids.uuid()), lastNumber: 0 }, domain, { intents: Object.keys(domain.intents), entities: Object.keys(domain.entities) }, services);
    const { schema, lastNumber } = addition;
    const change = new Change();
    const uid = services.ids.uuid();
    const app = createApp(change, account.id, { name: domain.name, culture: known, description: domain.description }, { uid, version: FIRST_VERSION, schema, lastNumber, exampleCount: addition.utterances.length }, services);
    putUtterances(change, account.id, uid, addition);
    return reply(201, app.id, { change, headers: { location: link('/apps/{appId}', { appId: app.id }) } });
  },
});

const addDomain = versionOperation({
  id: 'understanding.addPrebuiltDomain', summary: 'Add those models of a prebuilt domain that the version does not have', route: 'POST /customprebuiltdomains',
  body: DomainName, replies: { 201: Ids }, fails: ['DomainUnknown', 'NameTaken'],
  example: { body: { domainName: 'Weather' } },
  run({ owner, app, version: { value } }, { body: { domainName } }, services) {
    const domain = requireDomain(domainName, app.value.culture);
    const has = new Set([...value.schema.intents, ...value.schema.entities].filter((model) => isOf(domain.name, model)).map(({ origin }) => origin!.modelName));
    const missing = (names: object): string[] => Object.keys(names).filter((name) => !has.has(name));
    const [intents, entities] = [missing(domain.intents), missing(domain.entities)];
    if (intents.length + entities.length === 0) throw understandingFailure('NameTaken', { name: domain.name });
    const addition = addModels(value, domain, { intents, entities }, services);
    return edit(owner, value, addition, addition.made);
  },
});

/** Adds one model of a domain. */
function addingModel(kind: 'intent' | 'entity', noun: string, path: string, modelName: string): Operation {
  return versionOperation({
    id: `understanding.addCustomPrebuilt${noun}`, summary: `Add an ${kind} of a prebuilt domain`, route: `POST /${path}`,
    body: DomainModel, replies: { 201: BareId }, fails: ['DomainUnknown', 'DomainModelUnknown', 'NameTaken'],
    example: { body: { domainName: 'Weather', modelName } },
    run({ owner, app, version: { value } }, { body }, services) {
      const domain = requireDomain(body.domainName, app.value.culture);
      const name = Object.keys(kind === 'intent' ? domain.intents : domain.entities).find((one) => isSameName(one, body.modelName) || isSameName(`${domain.name}.${one}`, body.modelName));
      if (name === undefined) throw understandingFailure('DomainModelUnknown', { domain: domain.name, kind, name: body.modelName });
      const addition = addModels(value, domain, kind === 'intent' ? { intents: [name], entities: [] } : { intents: [], entities: [name] }, services);
      return edit(owner, value, addition, addition.made[0]);
    },
  });
}

const listCustomPrebuiltIntents = versionOperation({
  id: 'understanding.listCustomPrebuiltIntents', summary: 'List the intents of prebuilt domains', route: 'GET /customprebuiltintents',
  replies: { 200: IntentList },
  run: ({ version }) => ({ status: 200, body: version.value.schema.intents.filter(({ origin }) => origin).map(describeIntent) }),
});

const listCustomPrebuiltModels = versionOperation({
  id: 'understanding.listCustomPrebuiltModels', summary: 'List the intents and entities of prebuilt domains', route: 'GET /customprebuiltmodels',
  replies: { 200: Models },
  run: ({ version: { value: { schema } } }) => ({ status: 200, body: [...schema.intents.filter(({ origin }) => origin).map(describeIntent), ...schema.entities.filter(({ origin }) => origin).map((entity) => describeEntity(entity))] }),
});

const deleteDomain = versionOperation({
  id: 'understanding.deletePrebuiltDomain', summary: 'Delete the models of a prebuilt domain, with their utterances and labels', route: 'DELETE /customprebuiltdomains/{domainName}',
  replies: { 200: OperationStatus }, fails: ['ModelNotFound', 'EntityInUse', 'EntityInstanced'],
  async run({ owner, version: { value: { schema, uid, exampleCount } } }, { params: { domainName } }, services) {
    const isGone = (model: Intent | Entity): boolean => isOf(domainName!, model);
    const [goneIntents, goneEntities] = [schema.intents.filter(isGone), schema.entities.filter(isGone)];
    const gone = [...goneIntents, ...goneEntities];
    if (gone.length === 0) throw understandingFailure('ModelNotFound');
    const left: Schema = {
      ...schema, intents: schema.intents.filter((intent) => !isGone(intent)), entities: refreshComposites(schema.entities.filter((entity) => !isGone(entity))),
      patterns: schema.patterns.filter(({ intent }) => !goneIntents.some(({ name }) => isSameName(name, intent))),
    };
    for (const { name } of goneEntities) {
      checkNotInPattern(left, name);
      checkNoInstances(left, name);
    }
    const ids = new Set(gone.map(({ id }) => id));
    const all = await readExamples(services, owner, uid);
    const theirs = all.filter(({ value }) => ids.has(value.intentId));
    const labelled = all.filter(({ value }) => !ids.has(value.intentId) && value.labels.some(({ entityId }) => ids.has(entityId)));
    return {
      status: 200, body: SUCCESS, update: { schema: gone.reduce((rest, { name }) => removeRelations(rest, 'modelName', name), left), exampleCount: exampleCount - theirs.length },
      writes: (change) => {
        for (const read of theirs) change.delete(examples, owner, read);
        for (const read of labelled) change.replace(examples, owner, read, { ...read.value, labels: read.value.labels.filter(({ entityId }) => !ids.has(entityId)) });
      },
    };
  },
});

export const prebuiltDomainOperations: readonly Operation[] = [
  listDomains, listDomainsOfCulture, addAppOfDomain, addDomain, deleteDomain, listCustomPrebuiltIntents, listCustomPrebuiltModels,
  addingModel('intent', 'Intent', 'customprebuiltintents', 'CheckWeatherTime'), addingModel('entity', 'Entity', 'customprebuiltentities', 'Location'),
];
