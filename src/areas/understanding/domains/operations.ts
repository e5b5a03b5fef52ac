/** Prebuilt domains: ready-made intents and entities, added to a version with their utterances, whole or one model at a time. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { FIRST_VERSION, checkAppName, createApp, parseCulture } from '../apps/create.ts';
import { checkNotInPattern, refreshComposites } from '../entities/edits.ts';
import { describeEntity } from '../entities/view.ts';
import { understandingFailure } from '../failures.ts';
import { describeIntent } from '../intents/operations.ts';
import { createSchema, isSameName } from '../model.ts';
import type { DomainOrigin, Entity, Example, Intent, Label, Schema, Version } from '../model.ts';
import { checkNoInstances, removeRelations } from '../schema/relations.ts';
import { BareId, DomainApp, DomainModel, DomainName, Domains, Ids, IntentList, Models } from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { examples, putExample, streamExamples } from '../store.ts';
import { SUCCESS, checkModelName, versionOperation } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';
import { domains } from './catalog.ts';
import type { Domain, DomainUtterance } from './catalog.ts';

const MAX_SHOWN_EXAMPLES = 3;

function requireDomain(name: string, culture: string): Domain {
  const domain = domains().find((one) => one.culture === culture && isSameName(one.name, name));
  if (!domain) throw understandingFailure('DomainUnknown', { domain: name.slice(0, 100), culture });
  return domain;
}

function describeDomain({ name, culture, description, intents, entities }: Domain): object {
  const joinTexts = (utterances: readonly DomainUtterance[]): string =>
    utterances
      .slice(0, MAX_SHOWN_EXAMPLES)
      .map(({ text }) => text)
      .join(', ');
  const findLabeled = (entity: string): readonly DomainUtterance[] =>
    Object.values(intents).flatMap(({ utterances }) => utterances.filter(({ labels }) => labels.some((label) => label.entity === entity)));
  return {
    name,
    culture,
    description,
    examples: joinTexts(Object.values(intents).map(({ utterances }) => utterances[0]!)),
    intents: Object.entries(intents).map(([intent, { about, utterances }]) => ({
      name: intent,
      description: about,
      examples: joinTexts(utterances),
    })),
    entities: Object.entries(entities).map(([entity, about]) => ({
      name: entity,
      description: about,
      examples: joinTexts(findLabeled(entity)),
    })),
  };
}

interface Addition {
  schema: Schema;
  lastNumber: number;
  modelIds: string[];
  utterances: Example[];
}

/** Adds models of a domain to a schema, with the utterances of the new intents. Labels only those entities that the schema has. */
function addModels(
  { schema, lastNumber }: Pick<Version, 'schema' | 'lastNumber'>,
  domain: Domain,
  { intents, entities }: { intents: readonly string[]; entities: readonly string[] },
  { ids }: Pick<Ports, 'ids'>,
): Addition {
  const createModel = (modelName: string): { id: string; name: string; origin: DomainOrigin } => {
    const name = `${domain.name}.${modelName}`;
    checkModelName(schema, name);
    return { id: ids.uuid(), name, origin: { domainName: domain.name, modelName } };
  };
  const newIntents: Intent[] = intents.map(createModel);
  const newEntities = entities.map((name): Entity => ({ ...createModel(name), kind: 'simple', roles: [] }));
  const next = { ...schema, intents: [...schema.intents, ...newIntents], entities: [...schema.entities, ...newEntities] };
  const entityIds = new Map(
    next.entities.filter((entity) => isFromDomain(entity, domain.name)).map(({ id, origin }) => [origin!.modelName, id]),
  );
  let id = lastNumber;
  const toLabels = (labels: DomainUtterance['labels']): Label[] =>
    labels.flatMap(({ entity, start, end }) => (entityIds.has(entity) ? [{ entityId: entityIds.get(entity)!, start, end }] : []));
  const utterances = newIntents.flatMap(({ id: intentId, origin }) =>
    domain.intents[origin!.modelName]!.utterances.map(({ text, labels }): Example => ({
      id: ++id,
      text,
      intentId,
      labels: toLabels(labels),
    })),
  );
  return { schema: next, lastNumber: id, modelIds: [...newIntents, ...newEntities].map((model) => model.id), utterances };
}

function isFromDomain({ origin }: Intent | Entity, domain: string): boolean {
  return origin !== undefined && isSameName(origin.domainName, domain);
}

function putUtterances(change: Change, owner: string, uid: string, { utterances }: Addition): void {
  for (const utterance of utterances) putExample(change, owner, uid, utterance);
}

function editVersion(owner: string, { uid, exampleCount }: Version, addition: Addition, body: unknown): EditResult {
  const { schema, lastNumber, utterances } = addition;
  return {
    status: 201,
    body,
    update: { schema, lastNumber, exampleCount: exampleCount + utterances.length },
    writes: (change) => putUtterances(change, owner, uid, addition),
  };
}

/** Adds one model of a domain. */
function addModelOperation(id: string, route: `POST /${string}`, kind: 'intent' | 'entity', exampleModel: string): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Add an ${kind} of a prebuilt domain`,
    route,
    body: DomainModel,
    replies: { 201: BareId },
    fails: ['DomainUnknown', 'DomainModelUnknown', 'NameTaken'],
    example: { body: { domainName: 'Weather', modelName: exampleModel } },
    run({ owner, app, version: { value } }, { body: { domainName, modelName } }, services) {
      const domain = requireDomain(domainName, app.value.culture);
      const names = Object.keys(kind === 'intent' ? domain.intents : domain.entities);
      const name = names.find((one) => isSameName(one, modelName) || isSameName(`${domain.name}.${one}`, modelName));
      if (name === undefined) throw understandingFailure('DomainModelUnknown', { domain: domain.name, kind, name: modelName });
      const addition = addModels(
        value,
        domain,
        kind === 'intent' ? { intents: [name], entities: [] } : { intents: [], entities: [name] },
        services,
      );
      return editVersion(owner, value, addition, addition.modelIds[0]);
    },
  });
}

export const domainOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.listPrebuiltDomains',
    summary: 'List the prebuilt domains of all cultures',
    route: 'GET /apps/customprebuiltdomains',
    replies: { 200: Domains },
    run: () => reply(200, domains().map(describeDomain)),
  }),
  operation({
    id: 'understanding.listPrebuiltDomainsOfCulture',
    summary: 'List the prebuilt domains of a culture',
    route: 'GET /apps/customprebuiltdomains/{culture}',
    replies: { 200: Domains },
    fails: ['CultureUnknown', 'DomainCultureUnknown'],
    example: { params: { culture: 'en-us' } },
    run({ params }) {
      const culture = parseCulture(params.culture!);
      const found = domains().filter((domain) => domain.culture === culture);
      if (found.length === 0) throw understandingFailure('DomainCultureUnknown', { culture });
      return reply(200, found.map(describeDomain));
    },
  }),
  operation({
    id: 'understanding.addAppOfPrebuiltDomain',
    summary: 'Create an app with the models of a prebuilt domain',
    route: 'POST /apps/customprebuiltdomains',
    inThread: 'largeBody',
    body: DomainApp,
    replies: { 201: BareId },
    fails: ['CultureUnknown', 'DomainUnknown', 'AppNameTaken'],
    example: { body: { domainName: 'Weather', culture: 'en-us' } },
    async run({ account, link, body: { domainName, culture: requestedCulture } }, services) {
      const culture = parseCulture(requestedCulture);
      const domain = requireDomain(domainName, culture);
      await checkAppName(services, account.id, domain.name);
      const names = { intents: Object.keys(domain.intents), entities: Object.keys(domain.entities) };
      const addition = addModels({ schema: createSchema(services.ids.uuid()), lastNumber: 0 }, domain, names, services);
      const { schema, lastNumber } = addition;
      const change = new Change();
      const uid = services.ids.uuid();
      const version = { uid, version: FIRST_VERSION, schema, lastNumber, exampleCount: addition.utterances.length };
      const app = createApp(change, account.id, { name: domain.name, culture, description: domain.description }, version, services);
      putUtterances(change, account.id, uid, addition);
      return reply(201, app.id, { change, headers: { location: link('/apps/{appId}', { appId: app.id }) } });
    },
  }),
  versionOperation({
    id: 'understanding.addPrebuiltDomain',
    summary: 'Add the models of a prebuilt domain that the version does not have yet',
    route: 'POST /customprebuiltdomains',
    body: DomainName,
    replies: { 201: Ids },
    fails: ['DomainUnknown', 'NameTaken'],
    example: { body: { domainName: 'Weather' } },
    run({ owner, app, version: { value } }, { body: { domainName } }, services) {
      const domain = requireDomain(domainName, app.value.culture);
      const models = [...value.schema.intents, ...value.schema.entities];
      const existing = new Set(models.filter((model) => isFromDomain(model, domain.name)).map(({ origin }) => origin!.modelName));
      const findMissing = (all: object): string[] => Object.keys(all).filter((name) => !existing.has(name));
      const [intents, entities] = [findMissing(domain.intents), findMissing(domain.entities)];
      if (intents.length + entities.length === 0) throw understandingFailure('NameTaken', { name: domain.name });
      const addition = addModels(value, domain, { intents, entities }, services);
      return editVersion(owner, value, addition, addition.modelIds);
    },
  }),
  versionOperation({
    id: 'understanding.deletePrebuiltDomain',
    summary: 'Delete the models of a prebuilt domain, with their utterances and labels',
    route: 'DELETE /customprebuiltdomains/{domainName}',
    fails: ['ModelNotFound', 'EntityInUse', 'EntityInstanced'],
    async run({ owner, version }, { params: { domainName } }, services) {
      const { schema, uid, exampleCount } = version.value;
      const isDeleted = (model: Intent | Entity): boolean => isFromDomain(model, domainName!);
      const [deletedIntents, deletedEntities] = [schema.intents.filter(isDeleted), schema.entities.filter(isDeleted)];
      const deleted = [...deletedIntents, ...deletedEntities];
      if (deleted.length === 0) throw understandingFailure('ModelNotFound');
      const remaining: Schema = {
        ...schema,
        intents: schema.intents.filter((intent) => !isDeleted(intent)),
        entities: refreshComposites(schema.entities.filter((entity) => !isDeleted(entity))),
        patterns: schema.patterns.filter(({ intent }) => !deletedIntents.some(({ name }) => isSameName(name, intent))),
      };
      for (const { name } of deletedEntities) {
        checkNotInPattern(remaining, name);
        checkNoInstances(remaining, name);
      }
      const ids = new Set(deleted.map(({ id }) => id));
      const [deletedExamples, relabeledExamples]: [Stored<Example>[], Stored<Example>[]] = [[], []];
      for await (const read of streamExamples(services, owner, uid)) {
        if (ids.has(read.value.intentId)) deletedExamples.push(read);
        else if (read.value.labels.some(({ entityId }) => ids.has(entityId))) relabeledExamples.push(read);
      }
      return {
        status: 200,
        body: SUCCESS,
        update: {
          schema: deleted.reduce((rest, { name }) => removeRelations(rest, 'modelName', name), remaining),
          exampleCount: exampleCount - deletedExamples.length,
        },
        writes: (change) => {
          for (const read of deletedExamples) change.delete(examples, owner, read);
          for (const read of relabeledExamples) {
            change.replace(examples, owner, read, {
              ...read.value,
              labels: read.value.labels.filter(({ entityId }) => !ids.has(entityId)),
            });
          }
        },
      };
    },
  }),
  versionOperation({
    id: 'understanding.listCustomPrebuiltIntents',
    summary: 'List the intents of prebuilt domains',
    route: 'GET /customprebuiltintents',
    replies: { 200: IntentList },
    read: ({ version }) => version.value.schema.intents.filter(({ origin }) => origin).map(describeIntent),
  }),
  versionOperation({
    id: 'understanding.listCustomPrebuiltModels',
    summary: 'List the intents and entities of prebuilt domains',
    route: 'GET /customprebuiltmodels',
    replies: { 200: Models },
    read({ version }) {
      const { schema } = version.value;
      const [intents, entities] = [schema.intents.filter(({ origin }) => origin), schema.entities.filter(({ origin }) => origin)];
      return [...intents.map(describeIntent), ...entities.map(describeEntity)];
    },
  }),
  addModelOperation('understanding.addCustomPrebuiltIntent', 'POST /customprebuiltintents', 'intent', 'CheckWeatherTime'),
  addModelOperation('understanding.addCustomPrebuiltEntity', 'POST /customprebuiltentities', 'entity', 'Location'),
];
