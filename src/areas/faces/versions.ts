/** What the versions of the interface differ in. The code reads this table; it never asks which version is called. */
import type { Mount } from '../../kernel/area.ts';

export interface Version {
  version: string;
  /** How a training that waits is called. */
  notStarted: 'notstarted' | 'notStarted';
  /** Whether the answer to a call that begins a training says where to ask how it stands. */
  tellsOperation: boolean;
  /** Whether the names of levels begin with a capital letter. */
  capitalLevels: boolean;
  /** Whether faces that are like no other are told of as a group where there are none. */
  tellsEmptyMessyGroup: boolean;
}

const LATER = { notStarted: 'notStarted', tellsOperation: true, capitalLevels: false, tellsEmptyMessyGroup: true } as const;

/** That of the interface first, then those that later clients send. Snapshots are of the first alone. */
export const FIRST_VERSION = 'v1.0';
export const VERSIONS: readonly Version[] = [
  { version: FIRST_VERSION, notStarted: 'notstarted', tellsOperation: false, capitalLevels: true, tellsEmptyMessyGroup: false },
  { version: 'v1.1-preview.1', ...LATER },
  { version: 'v1.2', ...LATER },
];

export const MOUNTS: readonly Mount[] = VERSIONS.map(({ version }) => ({ base: `/face/${version}`, version, marker: 'path' }));

export function versionNamed(name: string): Version {
  return VERSIONS.find(({ version }) => version === name)!;
}
