/** Apps that answer: trained models in memory, and who may ask them. */
import { isCollaborator } from '../../../kernel/account.ts';
import type { Account } from '../../../kernel/account.ts';
import type { CachedView } from '../../../kernel/record-cache.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { LOADED_PER_BYTE, LanguageModelProblem, readLanguageModel } from '../../../engines/language/checkpoint.ts';
import type { LanguageModel } from '../../../engines/language/model.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { understandingFailure } from '../failures.ts';
import type { App, Published, Requirements, SlotName, Training } from '../model.ts';
import { apps, owners, trainings, versionKey, versions } from '../store.ts';

/** A trained project with about the memory it takes. */
interface Loaded { model: LanguageModel; requirements?: Requirements; bytes: number }
interface Answering { app: App; slots: Partial<Record<SlotName, Loaded>> }

async function load({ blobs }: Ports, account: string, { blob, requirements }: Pick<Published, 'blob' | 'requirements'>): Promise<Loaded> {
  const bytes = await blobs.get(account, blob);
  if (!bytes) throw new Error(`The trained model ${blob} is missing.`);
  try {
    return { model: readLanguageModel(bytes), requirements, bytes: LOADED_PER_BYTE * bytes.length };
  } catch (problem) {
    // A model that another version of the server wrote: training it again makes one that can be read.
    if (problem instanceof LanguageModelProblem) throw understandingFailure('MustRetrain');
    throw problem;
  }
}

const ownerOf: CachedView<{ account: string }, string | undefined> = {
  collection: owners,
  load: async (read) => read?.value.account,
  sizeOf: () => 100,
};

const answering: CachedView<App, Answering | undefined> = {
  collection: apps,
  async load(read, { account, services }) {
    if (!read) return undefined;
    const slots: Answering['slots'] = {};
    for (const [slot, published] of Object.entries(read.value.slots)) slots[slot as SlotName] = await load(services, account, published);
    return { app: read.value, slots };
  },
  sizeOf: (value) => Object.values(value?.slots ?? {}).reduce((sum, { bytes }) => sum + bytes, 1000),
};

const trainedVersion: CachedView<Training, Loaded | undefined> = {
  collection: trainings,
  load: async (read, { account, services }) => read?.value.trained && await load(services, account, read.value.trained),
  sizeOf: (value) => value?.bytes ?? 100,
};

/** A model that answers, and the version that it was made of. */
export interface Ready { owner: string; app: App; uid: string; model: LanguageModel; requirements?: Requirements }

/** The app that a caller asks: its own, one it collaborates on, one that its account is assigned to, or a public one. */
async function getQueryableApp(services: Ports, caller: Account, appId: string): Promise<{ owner: string; found: Answering }> {
  const owner = await services.derived.get(ownerOf, SYSTEM, appId);
  const found = owner === undefined ? undefined : await services.derived.get(answering, owner, appId);
  if (!found) throw understandingFailure('AppUnknown');
  if (owner !== caller.id && !found.app.settings.public && !isAssigned(found.app, caller) && !isCollaborator(await services.accounts.byId(owner!), caller)) throw understandingFailure('NotAssigned');
  return { owner: owner!, found };
}

function isAssigned({ assigned }: App, { subscription, resourceGroup, name }: Account): boolean {
  const own = [subscription, resourceGroup, name].join('/').toLowerCase();
  return assigned.some((one) => [one.cloudSubscriptionId, one.resourceGroup, one.accountName].join('/').toLowerCase() === own);
}

export async function getPublishedModel(services: Ports, caller: Account, appId: string, slot: SlotName): Promise<Ready> {
  const { owner, found: { app, slots } } = await getQueryableApp(services, caller, appId);
  const loaded = slots[slot];
  if (!loaded) throw understandingFailure('NotPublished', { slot });
  return { owner, app, uid: app.slots[slot]!.uid, model: loaded.model, requirements: loaded.requirements };
}

export async function getVersionModel(services: Ports, caller: Account, appId: string, versionId: string): Promise<Ready> {
  const { owner, found: { app } } = await getQueryableApp(services, caller, appId);
  const version = (await services.records.get(versions, owner, versionKey(appId, versionId)))?.value;
  if (!version) throw understandingFailure('VersionUnknown');
  const loaded = await services.derived.get(trainedVersion, owner, version.uid);
  if (!loaded) throw understandingFailure('VersionUntrained');
  return { owner, app, uid: version.uid, model: loaded.model, requirements: loaded.requirements };
}
