/** Trained models in memory, and the check of who may query them. */
import { LOADED_PER_BYTE, InvalidLanguageModel, readLanguageModel } from '../../../engines/language/checkpoint.ts';
import type { LanguageModel } from '../../../engines/language/model.ts';
import type { Account } from '../../../kernel/account.ts';
import { findAssignments } from '../../../kernel/assignments.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { CachedView } from '../../../kernel/record-cache.ts';
import { understandingFailure } from '../failures.ts';
import type { App, Published, Requirements, SlotName, Training } from '../model.ts';
import { apps, publicApps, trainings, versionKey, versions } from '../store.ts';

/** A trained model with about the memory it takes. */
interface LoadedModel {
  model: LanguageModel;
  requirements?: Requirements;
  bytes: number;
}
interface LoadedApp {
  app: App;
  slots: Partial<Record<SlotName, LoadedModel>>;
}

async function loadModel(
  { blobs }: Ports,
  account: string,
  { blob, requirements }: Pick<Published, 'blob' | 'requirements'>,
): Promise<LoadedModel> {
  const bytes = await blobs.get(account, blob);
  if (!bytes) throw new Error(`The trained model ${blob} is missing.`);
  try {
    return { model: readLanguageModel(bytes), requirements, bytes: LOADED_PER_BYTE * bytes.length };
  } catch (problem) {
    // Written by another version of the server: training again makes a model that this one reads.
    if (problem instanceof InvalidLanguageModel) throw understandingFailure('MustRetrain');
    throw problem;
  }
}

const cachedApp: CachedView<App, LoadedApp | undefined> = {
  collection: apps,
  async load(read, { account, ports }) {
    if (!read) return undefined;
    const slots: LoadedApp['slots'] = {};
    for (const [slot, published] of Object.entries(read.value.slots)) slots[slot as SlotName] = await loadModel(ports, account, published);
    return { app: read.value, slots };
  },
  sizeOf: (loaded) => Object.values(loaded?.slots ?? {}).reduce((sum, { bytes }) => sum + bytes, 1000),
};

const cachedVersion: CachedView<Training, LoadedModel | undefined> = {
  collection: trainings,
  load: async (read, { account, ports }) => read?.value.trained && (await loadModel(ports, account, read.value.trained)),
  sizeOf: (loaded) => loaded?.bytes ?? 100,
};

/** A loaded model with the app and the version that it was trained from. */
export interface AppModel {
  owner: string;
  /** Whether the owner may read the caller's queries. Whoever queries a public app has not agreed to that. */
  mayLog: boolean;
  app: App;
  uid: string;
  model: LanguageModel;
  requirements?: Requirements;
}

type QueryableApp = LoadedApp & Pick<AppModel, 'owner' | 'mayLog'>;

/** Finds an app that the caller may query: its own, one it collaborates on, one that is assigned to its account, or a public one. */
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
  if (owner === undefined || !loaded) throw understandingFailure('AppUnknown');
  return { owner, mayLog: false, ...loaded };
}

export async function getPublishedModel(ports: Ports, caller: Account, appId: string, slot: SlotName): Promise<AppModel> {
  const { owner, mayLog, app, slots } = await requireQueryableApp(ports, caller, appId);
  const loaded = slots[slot];
  if (!loaded) throw understandingFailure('NotPublished', { slot });
  return { owner, mayLog, app, uid: app.slots[slot]!.uid, model: loaded.model, requirements: loaded.requirements };
}

export async function getVersionModel(ports: Ports, caller: Account, appId: string, versionId: string): Promise<AppModel> {
  const { owner, mayLog, app } = await requireQueryableApp(ports, caller, appId);
  const version = (await ports.records.get(versions, owner, versionKey(appId, versionId)))?.value;
  if (!version) throw understandingFailure('VersionUnknown');
  const loaded = await ports.cache.get(cachedVersion, owner, version.uid);
  if (!loaded) throw understandingFailure('VersionUntrained');
  return { owner, mayLog, app, uid: version.uid, model: loaded.model, requirements: loaded.requirements };
}
