/**
 * npm run bench -- recordings: replays recorded calls of the real service and compares its answers with ours. Exits 1 on a difference
 * that is not in accepted/AREA.json. The recordings are not part of this repository.
 *
 * Options: --data FOLDER (or PERENNIAL_BENCH_DATA; recordings in FOLDER/vendor-recordings/AREA, documents in FOLDER/document) · --only
 * documents,texts,conversations,personalizer · --match TEXT (recordings with TEXT in their names) · --values (values that differ)
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Azurite } from '../../../test/support/azurite.ts';
import { ManagementClient, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { reasonOf } from './accepted.ts';
import { compareAnswers } from './answers.ts';
import type { Difference } from './answers.ts';
import type { AcceptedDifference, Bench, RecordedArea } from './area.ts';
import { conversationsArea } from './areas/conversations.ts';
import { documentsArea } from './areas/documents.ts';
import { personalizerArea } from './areas/personalizer.ts';
import { textsArea } from './areas/texts.ts';
import { readRecordings } from './recording.ts';
import type { Recording } from './recording.ts';
import { replayRecordings } from './replay.ts';
import type { Replayed } from './replay.ts';

const HOME = join(import.meta.dirname, '../../../../shared/data');
const AREAS: readonly RecordedArea[] = [documentsArea, textsArea, conversationsArea, personalizerArea];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME },
      only: { type: 'string' },
      match: { type: 'string', default: '' },
      values: { type: 'boolean', default: false },
    },
  });
  const areas = AREAS.filter(({ name }) => values.only?.split(',').includes(name) ?? true);
  const all = areas.map((area) => ({ area, recordings: readRecordings(values.data, area.name) }));
  const absent = all.filter(({ recordings }) => recordings === undefined).map(({ area }) => area.name);
  if (absent.length > 0) console.log(`skipped ${absent.length} areas without recordings: ${absent.join(', ')}`);
  if (absent.length === all.length) return;
  const folder = temporaryFolder();
  const storage = await Azurite.start();
  const server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: storage.host } });
  const bench: Bench = { server, storage, data: values.data, management: await ManagementClient.connect(server) };
  try {
    let unlisted = 0;
    for (const { area, recordings } of all) {
      const matching = recordings?.filter(({ name }) => name.includes(values.match));
      if (matching !== undefined) unlisted += await runArea(area, matching, bench, values);
    }
    if (unlisted > 0) process.exitCode = 1;
  } finally {
    await server.stop();
    await storage.stop();
    folder.remove();
  }
}

/** Returns how many differences are not accepted. */
async function runArea(
  area: RecordedArea,
  recordings: Recording[],
  bench: Bench,
  options: { values: boolean; match: string },
): Promise<number> {
  const replay = await area.start(bench);
  const result = await replayRecordings(recordings, replay, bench);
  const differences = compareAnswers(result.pairs, replay);
  const accepted = readAccepted(area.name);
  const unlisted = differences.filter((difference) => !reasonOf(difference, accepted));
  console.log(`\n${area.name}: ${recordings.length} recordings, ${result.pairs.length} answers compared`);
  printReplayed(result, options.values);
  for (const [kind, members] of Map.groupBy(unlisted, (difference) => difference.kind)) printKind(kind, members);
  const used = new Set(differences.map((difference) => reasonOf(difference, accepted)));
  const stale = options.match === '' ? accepted.filter((one) => !used.has(one)) : [];
  for (const { kind, group, path } of stale) console.log(`accepted, but not met: ${kind} ${group ?? '*'} ${path}`);
  console.log(`${differences.length} differences, ${unlisted.length === 0 ? 'all listed' : `${unlisted.length} not listed`}`);
  return unlisted.length;
}

function printReplayed({ skipped, pendingPolls, values }: Replayed, isDetailed: boolean): void {
  if (pendingPolls > 0) console.log(`${pendingPolls} recorded polls of pending work were not compared: ours had completed`);
  for (const [reason, calls] of Map.groupBy(skipped, (one) => one.reason)) {
    console.log(`not replayed, ${calls.length} calls: ${reason}`);
    for (const name of new Set(calls.map(({ recording, call }) => `${recording}: ${call}`))) console.log(`    ${name}`);
  }
  const [equal, total] = [values.reduce((sum, one) => sum + one.equal, 0), values.reduce((sum, one) => sum + one.total, 0)];
  if (total > 0) console.log(`values equal to the recorded ones: ${equal} of ${total}`);
  if (!isDetailed) return;
  for (const { recording, unequal } of values) if (unequal.length > 0) console.log([`  ${recording}`, ...unequal].join('\n    '));
}

function printKind(kind: string, differences: readonly Difference[]): void {
  console.log(`\n${kind} (${differences.length})`);
  for (const [group, members] of Map.groupBy(differences, (difference) => difference.group)) {
    console.log(`  ${group}`);
    for (const { path, detail, count } of members)
      console.log(`    ${path === '' ? '' : `${path}: `}${detail}${count > 1 ? ` (${count} answers)` : ''}`);
  }
}

function readAccepted(area: string): AcceptedDifference[] {
  const file = join(import.meta.dirname, 'accepted', `${area}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AcceptedDifference[]) : [];
}
