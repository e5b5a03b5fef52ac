/** The next and the previous version. */
import type { VersionInfo } from './calls.ts';

/** `0.3` after `0.2`, or the next free name. */
export function nextName(from: string, taken: readonly string[]): string {
  const [, stem, number] = /^(.*?)(\d*)$/.exec(from)!;
  let n = Number(number || '0') + 1;
  while (taken.includes(`${stem}${n}`)) n++;
  return `${stem}${n}`;
}

/** The version published before the current one that can be published again. */
export function previousVersion(versions: readonly VersionInfo[], current: string): VersionInfo | undefined {
  return versions.filter(({ version, lastPublishedDateTime, trainingStatus }) => version !== current && lastPublishedDateTime !== null && trainingStatus === 'Trained')
    .sort((a, b) => Date.parse(b.lastPublishedDateTime!) - Date.parse(a.lastPublishedDateTime!))[0];
}
