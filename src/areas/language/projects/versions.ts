/** The versions of the language areas, and what differs between them. A new version is a row. */
import type { Mount } from '../../../kernel/area.ts';

/** The version of the interface document; its names and shapes are its own. */
export const OLDEST = '2021-11-01-preview';

/** The runtime of the oldest text projects, under a path of its own. */
export const TEXT_ANALYTICS = 'v3.2-preview.2';

export interface LanguageVersion {
  version: string;
  /** Whether entities name the expression that matched. */
  regexKeys?: true;
  /** Whether spans of time have their TIMEX. */
  spanTimex?: true;
  /** Whether training jobs of conversation projects report the generation of data. */
  dataGeneration?: true;
  /** Whether the resources of a deployment are named as those of a project are. */
  projectResourceNames?: true;
}

/** Oldest first. The later versions of both families have the same paths. */
const TABLE: readonly LanguageVersion[] = [
  { version: '2022-05-01' },
  { version: '2022-05-15-preview' },
  { version: '2022-07-01-preview' },
  { version: '2022-10-01-preview', regexKeys: true },
  { version: '2023-04-01', regexKeys: true, spanTimex: true },
  { version: '2023-04-15-preview', regexKeys: true, spanTimex: true },
  { version: '2023-11-15-preview', regexKeys: true, spanTimex: true },
  { version: '2024-05-01', regexKeys: true, spanTimex: true },
  { version: '2024-11-01', regexKeys: true, spanTimex: true },
  { version: '2024-11-15-preview', regexKeys: true, spanTimex: true },
  { version: '2025-05-15-preview', regexKeys: true, spanTimex: true, dataGeneration: true },
  { version: '2025-11-01', regexKeys: true, spanTimex: true },
  { version: '2025-11-15-preview', regexKeys: true, spanTimex: true, dataGeneration: true, projectResourceNames: true },
];
const BY_VERSION = new Map(TABLE.map((row) => [row.version, row]));
const NEWEST = TABLE.at(-1)!;

export const LATER_VERSIONS = TABLE.map(({ version }) => version);

/** What is particular to a version; one that is later than the newest is answered as the newest. */
export function languageVersion(version: string): LanguageVersion {
  return version === OLDEST ? { version } : (BY_VERSION.get(version) ?? NEWEST);
}

/** The mounts of the later versions. */
export function laterMounts(base: string): Mount[] {
  return TABLE.map((row) => ({ base, version: row.version, marker: 'query', ...(row === NEWEST && { servesLater: true as const }) }));
}
