/** Trained models in memory, and the check of who may query them. */
import { LOADED_PER_BYTE, InvalidLanguageModel, readLanguageModel } from '../../../engines/language/checkpoint.ts';
import type { LanguageModel } from '../../../engines/language/model.ts';
import { isCollaborator } from '../../../kernel/account.ts';
import type { Account } from '../../../kernel/account.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { CachedView } from '../../../kernel/record-cache.ts';
import { understandingFailure } from '../failures.ts';
import type { App, Published, Requirements, SlotName, Training } from '../model.ts';
import { apps, owners, trainings, versionKey, versions } from '../store.ts';

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

const cachedOwner: CachedView<{ account: string }, string | undefined> = {
  collection: owners,
  load: async (read) => read?.value.account,
  sizeOf: () => 100,
};

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
  app: App;
  uid: string;
  model: LanguageModel;
  requirements?: Requirements;
}

/** Finds an app that the caller may query: its own, one it collaborates on, one that its account is assigned to, or a public one. */
async function requireQueryableApp({ cache, accounts }: Ports, caller: Account, appId: string): Promise<LoadedApp & { owner: string }> {
  const owner = await cache.get(cachedOwner, SYSTEM, appId);
  const loaded = owner === undefined ? undefined : await cache.get(cachedApp, owner, appId);
  if (owner === undefined || !loaded) throw understandingFailure('AppUnknown');
  const { app } = loaded;
  const isAllowed =
    owner === caller.id || app.settings.public || isAssigned(app, caller) || isCollaborator(await accounts.byId(owner), caller);
  if (!isAllowed) throw understandingFailure('NotAssigned');
  return { owner, ...loaded };
}

function isAssigned({ assigned }: App, { subscription, resourceGroup, name }: Account): boolean {
  const own = [subscription, resourceGroup, name].join('/').toLowerCase();
  return assigned.some(
    (account) => [account.cloudSubscriptionId, account.resourceGroup, account.accountName].join('/').toLowerCase() === own,
  );
}

export async function getPublishedModel(ports: Ports, caller: Account, appId: string, slot: SlotName): Promise<AppModel> {
  const { owner, app, slots } = await requireQueryableApp(ports, caller, appId);
  const loaded = slots[slot];
  if (!loaded) throw understandingFailure('NotPublished', { slot });
  return { owner, app, uid: app.slots[slot]!.uid, model: loaded.model, requirements: loaded.requirements };
}

export async function getVersionModel(ports: Ports, caller: Account, appId: string, versionId: string): Promise<AppModel> {
  const { owner, app } = await requireQueryableApp(ports, caller, appId);
  const version = (await ports.records.get(versions, owner, versionKey(appId, versionId)))?.value;
  if (!version) throw understandingFailure('VersionUnknown');
  const loaded = await ports.cache.get(cachedVersion, owner, version.uid);
  if (!loaded) throw understandingFailure('VersionUntrained');
  return { owner, app, uid: version.uid, model: loaded.model, requirements: loaded.requirements };
}
