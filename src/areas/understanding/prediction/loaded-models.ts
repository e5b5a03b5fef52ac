/** Trained models that are queried, and the check of who may query them. */
import type { EntityFacts, ModelFacts } from '../../../engines/language/models/facts.ts';
import type { Account } from '../../../kernel/account.ts';
import { findAssignments } from '../../../shared/assignments.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { CachedView, Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import type { App, KINDS, Published, Requirements, SlotName, Training } from '../model.ts';
import type { UnderstandingServices } from '../services.ts';
import { appOwners, apps, publicApps, trainings, versionKey, versions } from '../store.ts';
import { StoredModel } from '../../../prediction/stored-model.ts';
import type { KindsByName } from './wire.ts';

/** About the memory that is taken here by what is known of a model; the model itself is in the threads. */
const MODEL_BYTES = 10_000;

interface TrainedModel {
  model: StoredModel;
  requirements?: Requirements;
  /** Set when it was first queried. */
  entities?: ModelEntities;
}
interface LoadedApp {
  app: App;
  slots: Partial<Record<SlotName, TrainedModel>>;
}

/** The entities of a model by the names they had when it was trained. */
export interface ModelEntities {
  kinds: KindsByName;
  listNames: readonly string[];
}

function openModel({ blobs }: Ports, account: string, { blob, requirements }: Pick<Published, 'blob' | 'requirements'>): TrainedModel {
  return { model: new StoredModel(account, blob, blobs), requirements };
}

const cachedApp: CachedView<App, LoadedApp | undefined> = {
  collection: apps,
  async load(read, { account, ports }) {
    if (!read) return undefined;
    const slots: LoadedApp['slots'] = {};
    for (const [slot, published] of Object.entries(read.value.slots)) slots[slot as SlotName] = openModel(ports, account, published);
    return { app: read.value, slots };
  },
  sizeOf: (loaded) => 1000 + MODEL_BYTES * Object.keys(loaded?.slots ?? {}).length,
  dispose: (loaded) => Object.values(loaded?.slots ?? {}).forEach(({ model }) => model.drop()),
};

const cachedVersion: CachedView<Training, TrainedModel | undefined> = {
  collection: trainings,
  load: async (read, { account, ports }) => read?.value.trained && openModel(ports, account, read.value.trained),
  sizeOf: () => MODEL_BYTES,
  dispose: (trained) => trained?.model.drop(),
};

/** A loaded model with the app and the version that it was trained from. */
export interface AppModel {
  owner: string;
  /** Whether the owner may read the caller's queries. Whoever queries a public app has not agreed to that. */
  mayLog: boolean;
  app: App;
  uid: string;
  model: StoredModel;
  requirements?: Requirements;
  entities: ModelEntities;
}

type QueryableApp = LoadedApp & Pick<AppModel, 'owner' | 'mayLog'>;

/**
 * Finds an app that the caller may query: its own, one it collaborates on, one that is assigned to its account, or a public one. For
 * any other app the answer is 401, for an id of no app 404.
 */
async function requireQueryableApp({ cache, accounts, records }: Ports, caller: Account, appId: string): Promise<QueryableApp> {
  const own = await cache.get(cachedApp, caller.id, appId);
  if (own) return { owner: caller.id, mayLog: true, ...own };
  const [assignment] = await findAssignments(records, caller, 'understanding', appId);
  const owners = [...(assignment ? [assignment.account] : []), ...(await accounts.sharedWith(caller.id)).map(({ id }) => id)];
  for (const owner of owners) {
    const loaded = await cache.get(cachedApp, owner, appId);
    if (loaded) return { owner, mayLog: true, ...loaded };
  }
  const owner = (await records.get(publicApps, SYSTEM, appId))?.value.account;
  const loaded = owner === undefined ? undefined : await cache.get(cachedApp, owner, appId);
  if (owner === undefined || !loaded) {
    throw understandingFailure((await records.get(appOwners, SYSTEM, appId)) ? 'NotAssigned' : 'AppUnknown');
  }
  return { owner, mayLog: false, ...loaded };
}

export async function getPublishedModel(
  services: UnderstandingServices,
  caller: Account,
  appId: string,
  slot: SlotName,
): Promise<AppModel> {
  const { owner, mayLog, app, slots } = await requireQueryableApp(services, caller, appId);
  const trained = slots[slot];
  if (!trained) throw understandingFailure('NotPublished', { slot });
  return await describe(services, trained, { owner, mayLog, app, uid: app.slots[slot]!.uid });
}

export async function getVersionModel(
  services: UnderstandingServices,
  caller: Account,
  appId: string,
  versionId: string,
): Promise<AppModel> {
  const { owner, mayLog, app } = await requireQueryableApp(services, caller, appId);
  const version = (await services.records.get(versions, owner, versionKey(appId, versionId)))?.value;
  if (!version) throw understandingFailure('VersionUnknown');
  const trained = await services.cache.get(cachedVersion, owner, version.uid);
  if (!trained) throw understandingFailure('VersionUntrained');
  return await describe(services, trained, { owner, mayLog, app, uid: version.uid });
}

async function describe(
  { predictor }: UnderstandingServices,
  trained: TrainedModel,
  origin: Pick<AppModel, 'owner' | 'mayLog' | 'app' | 'uid'>,
): Promise<AppModel> {
  if (!trained.entities) {
    const facts = await predictor.describe(trained.model);
    // Written by another version of the server: training again makes a model that this one reads.
    if (facts === 'outdated') throw understandingFailure('MustRetrain');
    trained.entities = toEntities(facts);
  }
  return { ...origin, model: trained.model, requirements: trained.requirements, entities: trained.entities };
}

function toEntities({ entities, anys }: ModelFacts): ModelEntities {
  const kinds = new Map([
    ...entities.map((entity) => [entity.name, entityKind(entity)] as const),
    ...anys.map((name) => [name, 'patternAny'] as const),
  ]);
  const madeOf = new Map(entities.flatMap(({ name, madeOf: parts }) => (parts ? [[name, parts]] : [])));
  return {
    kinds: Object.assign(kinds, { madeOf }),
    listNames: entities.flatMap(({ name, hasList }) => (hasList ? [name] : [])),
  };
}

function entityKind({ name, level, within, hasList, hasRegexes, hasPrebuilts }: EntityFacts): keyof typeof KINDS {
  if (within !== undefined) return 'part';
  if (level !== undefined) return 'composite';
  if (hasList) return 'closedList';
  if (hasRegexes) return 'regex';
  if (hasPrebuilts) return 'prebuilt';
  return name.includes('::') ? 'hierarchicalChild' : 'simple';
}
