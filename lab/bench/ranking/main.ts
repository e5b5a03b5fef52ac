/**
 * The ranking bench: how well the engine learns in simulated worlds, in process and over HTTP, and what a decision costs.
 * Options: --seeds 1,2,3 · --events 10000 · --worlds linear,ctr ·
 * --only worlds|kinds|http|speed|rank|loops|late|evaluation|intervals|subjects ·
 * --policy="ARGUMENTS" (repeatable) · --peers "regcb|squarecb" (names of peers that match) · --loops 10000 --active 500 ·
 * --logs 500 --log-events 1000 (coverage of intervals) ·
 * --kinds open|unseen|readers (for kinds and intervals; with --worlds "words|rare", names that match; --peers none plays none; for http
 * readers alone) ·
 * --data FOLDER (or PERENNIAL_BENCH_DATA; ../shared/data), which has corpora/open-bandit, and nlu and corpora/intents (for subjects).
 * Seeds 101 to 104, 201 to 220, 301 to 308, 1001 to 1040 and 1101 to 1108 were used to set worlds and defaults; quote figures of others.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../../src/engines/ranking/policy.ts';
import type { Policy } from '../../../src/engines/ranking/policy.ts';
import { printCoverage, printCoverageOfKinds, printOpenBandit } from './evaluation.ts';
import { average, play } from './play.ts';
import type { Score } from './play.ts';
import { playPeers, printComparison } from './peers/compare.ts';
import { READERS, kindsOf } from './kinds.ts';
import { printKinds } from './kinds-report.ts';
import { LATENESS, measureLateRewards } from './late-rewards.ts';
import { measureLoops } from './loops.ts';
import { LARGE, SMALL, measure } from './speed.ts';
import { printSubjects } from './subjects.ts';
import { WORLDS } from './worlds.ts';
import type { World } from './worlds.ts';
import { median } from '../http/statistics.ts';
import { playOverHttp, rankRatios } from './over-http.ts';

const HOME = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const EXPLORATION_SHARE = 0.2;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      events: { type: 'string', default: '10000' },
      worlds: { type: 'string', default: '' },
      kinds: { type: 'string', default: 'unseen' },
      only: { type: 'string', default: '' },
      policy: { type: 'string', multiple: true, default: [] },
      peers: { type: 'string', default: '' },
      logs: { type: 'string', default: '500' },
      loops: { type: 'string', default: '10000' },
      active: { type: 'string', default: '500' },
      'log-events': { type: 'string', default: '1000' },
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME },
    },
  });
  const isSelected = (part: string): boolean => values.only === '' || values.only === part;
  const seeds = values.seeds.split(',').map(Number);
  const worlds = WORLDS.filter(({ name }) => values.worlds === '' || values.worlds.split(',').includes(name));
  if (isSelected('worlds')) printWorlds(seeds, Number(values.events), worlds, { extra: values.policy, peers: new RegExp(values.peers) });
  const kinds = values.kinds === 'readers' ? READERS : kindsOf(values.kinds === 'open' ? 'open' : 'unseen', new RegExp(values.worlds));
  if (isSelected('kinds')) {
    printKinds(kinds, withExploration(parsePolicy(values.policy[0] ?? DEFAULT_ARGUMENTS), EXPLORATION_SHARE), {
      seeds,
      events: Number(values.events),
      peers: values.peers === 'none' ? null : new RegExp(values.peers),
    });
  }
  if (isSelected('speed')) printSpeed();
  if (isSelected('subjects')) await printSubjects(values.data, seeds);
  if (isSelected('evaluation')) {
    printOpenBandit(join(values.data, 'corpora/open-bandit'));
    printCoverage({ logs: Number(values.logs), events: Number(values['log-events']) });
  }
  if (isSelected('intervals')) printCoverageOfKinds(kinds, { logs: Number(values.logs), events: Number(values['log-events']) });
  if (isSelected('rank')) verdict('Rank against bare node:http with the same durable write', median(await rankRatios()), 0.7, 'at least');
  if (isSelected('late')) await printLateRewards();
  if (isSelected('loops')) await printLoops(Number(values.loops), Number(values.active));
  if (isSelected('http')) await printOverHttp(seeds, Number(values.events), values.kinds === 'readers' ? READERS : worlds);
}

async function printOverHttp(seeds: readonly number[], events: number, worlds: readonly World[]): Promise<void> {
  console.log(
    `\nOver HTTP, one call after another, immediate rewards (late clicks: 400 events per second): ${events} events, seeds ${seeds.join(', ')}; whole run / last third`,
  );
  const policy = withExploration(parsePolicy(DEFAULT_ARGUMENTS), EXPLORATION_SHARE);
  const differences: number[] = [];
  for (const world of worlds) {
    const inProcess = average(seeds.map((seed) => play(world, policy, seed, events)));
    const played: Score[] = [];
    for (const seed of seeds) played.push(await playOverHttp(world, seed, events));
    const overHttp = average(played);
    differences.push(inProcess.whole - overHttp.whole);
    console.log(
      `${world.name.padEnd(10)} in process ${inProcess.whole.toFixed(3)} / ${inProcess.last.toFixed(3)}  over HTTP ${overHttp.whole.toFixed(3)} / ${overHttp.last.toFixed(3)}  difference ${differences.at(-1)!.toFixed(3)}`,
    );
  }
  verdict('mean loss over HTTP', differences.reduce((a, b) => a + b, 0) / differences.length, 0.01, 'at most');
}

function printWorlds(
  seeds: readonly number[],
  events: number,
  worlds: readonly World[],
  { extra, peers: names }: { readonly extra: readonly string[]; readonly peers: RegExp },
): void {
  const entries: [string, Policy][] = [
    ['default settings', withExploration(parsePolicy(DEFAULT_ARGUMENTS), EXPLORATION_SHARE)],
    ...extra.map((text): [string, Policy] => [text, parsePolicy(text)]),
  ];
  console.log(`Worlds: ${events} events, seeds ${seeds.join(', ')}; 0 = uniform choice, 1 = best choice; whole run / last third`);
  console.log(`${''.padEnd(20)}${[...worlds.map((world) => world.name), 'mean'].map((name) => name.padStart(14)).join('')}`);
  const [ours] = entries.map(([label, policy]) => {
    const scores = worlds.map((world) => average(seeds.map((seed) => play(world, policy, seed, events))));
    printScores(label, scores);
    return scores;
  });
  const peers = playPeers(seeds, events, worlds, { names, print: printScores });
  printComparison(worlds, ours!, peers);
  const mean = average(ours!);
  verdict('mean score', mean.whole, 0.78, 'at least');
  worlds.forEach((world, w) => {
    if (world.waitEvents !== undefined) verdict(`late clicks only (${world.name})`, ours![w]!.whole, 0.75, 'at least');
  });
}

function printScores(label: string, scores: readonly Score[]): void {
  const cells = [...scores, average(scores)].map(({ whole, last }) => `${whole.toFixed(2)} / ${last.toFixed(2)}`.padStart(14));
  console.log(`${label.padEnd(20)}${cells.join('')}`);
}

function printSpeed(): void {
  const small = measure(SMALL);
  const large = measure(LARGE);
  console.log('\nSpeed: CPU µs, median of 9 rounds');
  const row = (label: string, speed: typeof small): void => {
    const { read, decide, readAndDecide, learn } = speed;
    console.log(
      `${label.padEnd(44)} read ${read.toFixed(1)}  score and draw ${decide.toFixed(1)}  both ${readAndDecide.toFixed(1)}  learn ${learn.toFixed(1)}`,
    );
  };
  row('10 actions × 3 features, 5 of context', small);
  row('50 actions × 20 features, 20 of context', large);
  verdict('score and draw, 10 actions', small.decide, 2, 'at most');
  verdict('read, score and draw, 10 actions', small.readAndDecide, 5, 'at most');
  verdict('read, score and draw, 50 actions × 20 × 20', large.readAndDecide, 250, 'at most');
  verdict('learn one event, 5 × 3 features', small.learn, 4, 'at most');
}

async function printLateRewards(): Promise<void> {
  console.log('\nLate rewards: events per second of CPU that a learner joins and learns, in logs of 20,000 and 100,000 events');
  for (const lateness of LATENESS) {
    const [short, long] = [await measureLateRewards(20_000, lateness), await measureLateRewards(100_000, lateness)];
    console.log(`${lateness.name.padEnd(40)} ${short.toFixed(0).padStart(8)} ${long.toFixed(0).padStart(8)}`);
  }
}

async function printLoops(count: number, active: number): Promise<void> {
  const { idleMb, idleCpu, activeMb, perSecond } = await measureLoops(count, active, 60);
  console.log(`\n${count} loops, idle: ${idleMb.toFixed(0)} MB, ${(100 * idleCpu).toFixed(1)} % of a core`);
  console.log(`${active} of them active, ${perSecond.toFixed(0)} calls per second: ${activeMb.toFixed(0)} MB`);
  verdict(`MB with ${count} loops, ${active} active`, activeMb, 2048, 'at most');
}

function verdict(what: string, value: number, bar: number, side: 'at least' | 'at most'): void {
  const met = side === 'at least' ? value >= bar : value <= bar;
  console.log(`${met ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(value < 1 ? 3 : 1)}, ${side} ${bar}`);
}
