/** The differences between API versions. Operations read this table and never compare version names. */
import type { Mount } from '../../kernel/area.ts';

export interface Version {
  version: string;
  /**
   * Status of a training that has not started. The enumeration of v1.0 in the vendor's clients has `nonstarted`, its documentation
   * `notstarted`, and sample programs stop polling at anything but `running`.
   */
  notStarted: 'running' | 'notStarted';
  /** Whether the reply to a train call has an Operation-Location header. */
  sendsOperationLocation: boolean;
  /** Whether level names such as `GoodExposure` start with a capital letter. */
  capitalizesLevels: boolean;
  /** Spelling of this type of accessory. */
  headwear: 'headWear' | 'headwear';
  /** Whether `messyGroup` is returned when it is empty. */
  returnsEmptyMessyGroup: boolean;
  /** Whether it has the person directory and dynamic person groups. */
  hasPersonDirectory: boolean;
  /** Which paths its liveness sessions have, if it has any. */
  liveness?: 'singleModal' | 'sessions';
}

const NEWER = {
  notStarted: 'notStarted',
  sendsOperationLocation: true,
  capitalizesLevels: false,
  headwear: 'headwear',
  returnsEmptyMessyGroup: true,
} as const;

/** The only version with snapshots. */
export const FIRST_VERSION = 'v1.0';
const VERSIONS: readonly Version[] = [
  {
    version: FIRST_VERSION,
    notStarted: 'running',
    sendsOperationLocation: false,
    capitalizesLevels: true,
    headwear: 'headWear',
    returnsEmptyMessyGroup: false,
    hasPersonDirectory: false,
  },
  { version: 'v1.1-preview.1', ...NEWER, hasPersonDirectory: true, liveness: 'singleModal' },
  { version: 'v1.2-preview.1', ...NEWER, hasPersonDirectory: true, liveness: 'singleModal' },
  { version: 'v1.2', ...NEWER, hasPersonDirectory: false, liveness: 'sessions' },
];

/** The versions for which this is true. */
export function versionsWith(condition: (version: Version) => boolean): string[] {
  return VERSIONS.filter(condition).map(({ version }) => version);
}

export const DIRECTORY_VERSIONS: readonly string[] = versionsWith(({ hasPersonDirectory }) => hasPersonDirectory);

export const MOUNTS: readonly Mount[] = VERSIONS.map(({ version }) => ({ base: `/face/${version}`, version, marker: 'path' }));

export function getVersion(name: string): Version {
  return VERSIONS.find(({ version }) => version === name)!;
}
