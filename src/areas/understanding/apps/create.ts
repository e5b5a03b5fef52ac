/** Creating apps and versions. */
import type { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { createSchema, isSameName } from '../model.ts';
import type { App, Version } from '../model.ts';
import { appOwners, apps, streamRecords, versionKey, versions } from '../store.ts';
import { CULTURES } from './catalog.ts';

type NewApp = Pick<App, 'name' | 'culture'> & Partial<App>;
type NewVersion = Pick<Version, 'version'> & Partial<Version>;

/** The name of a first version, unless one is given. */
export const FIRST_VERSION = '0.1';

/** Adds a new app with one version to a change. */
export function createApp(
  change: Change,
  owner: string,
  app: NewApp,
  version: NewVersion,
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
): App {
  const created: App = {
    id: ids.uuid(),
    description: '',
    usageScenario: '',
    domain: '',
    createdAt: clock.now(),
    settings: { public: false },
    publishSettings: { sentimentAnalysis: false, speech: false, spellChecker: false },
    slots: {},
    collaborators: [],
    assigned: [],
    ...app,
    activeVersion: version.version,
  };
  change.create(apps, owner, created.id, created).put(appOwners, SYSTEM, created.id, { account: owner });
  createVersion(change, owner, created.id, version, { ids, clock });
  return created;
}

/** Adds a new version of an app to a change. */
export function createVersion(
  change: Change,
  owner: string,
  appId: string,
  version: NewVersion,
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
): Version {
  const now = clock.now();
  const created: Version = {
    uid: ids.uuid(),
    createdAt: now,
    modifiedAt: now,
    settings: [],
    externalKeys: {},
    schema: createSchema(ids.uuid()),
    revision: 1,
    lastNumber: 0,
    exampleCount: 0,
    ...version,
  };
  change.create(versions, owner, versionKey(appId, created.version), created, () =>
    understandingFailure('VersionTaken', { name: created.version }),
  );
  return created;
}

/** Names of apps are unique in an account, ignoring case. */
export async function checkAppName(ports: Pick<Ports, 'records'>, owner: string, name: string, exceptId?: string): Promise<void> {
  for await (const { value } of streamRecords(ports, apps, owner, '')) {
    if (value.id !== exceptId && isSameName(value.name, name)) throw understandingFailure('AppNameTaken', { name });
  }
}

/** Returns the code of a supported culture. */
export function parseCulture(culture: string): string {
  const supported = CULTURES.find(([code]) => code === culture.toLowerCase());
  if (!supported) throw understandingFailure('CultureUnknown', { culture: culture.slice(0, 20) });
  return supported[0];
}
