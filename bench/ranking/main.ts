/**
 * The ranking bench: how well the engine learns in simulated worlds, in process and over HTTP, and what a decision costs.
 * Options: --seeds 1,2,3 · --events 10000 · --worlds linear,ctr · --only worlds|http|speed|rank · --policy="ARGUMENTS" (repeatable).
 * Seeds 101 to 104 were used to set worlds and defaults; quote figures of other seeds.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../src/engines/bandits/policy.ts';
import type { Policy } from '../../src/engines/bandits/policy.ts';
import { play } from './play.ts';
import type { Score } from './play.ts';
import { LARGE, SMALL, measure } from './speed.ts';
import { WORLDS } from './worlds.ts';
import type { World } from './worlds.ts';
import { median } from '../http/statistics.ts';
import { playOverHttp, rankRatios } from './over-http.ts';

const EXPLORATION_SHARE = 0.2;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      events: { type: 'string', default: '10000' },
      worlds: { type: 'string', default: WORLDS.map((world) => world.name).join(',') },
      only: { type: 'string', default: '' },
      policy: { type: 'string', multiple: true, default: [] },
    },
  });
  const isSelected = (part: string): boolean => values.only === '' || values.only === part;
  const seeds = values.seeds.split(',').map(Number);
  const worlds = WORLDS.filter(({ name }) => values.worlds.split(',').includes(name));
  if (isSelected('worlds')) printWorlds(seeds, Number(values.events), worlds, values.policy);
  if (isSelected('speed')) printSpeed();
  if (isSelected('rank')) verdict('Rank against bare node:http doing the same durable write', median(await rankRatios()), 0.7, 'at least');
  if (isSelected('http')) await printOverHttp(seeds[0]!, Number(values.events), worlds);
}

async function printOverHttp(seed: number, events: number, worlds: readonly World[]): Promise<void> {
  console.log(
    `\nOver HTTP, one call after another, immediate rewards (late clicks: 400 events per second): ${events} events, seed ${seed}; whole run / last third`,
  );
  const policy = withExploration(parsePolicy(DEFAULT_ARGUMENTS), EXPLORATION_SHARE);
  const differences: number[] = [];
  for (const world of worlds) {
    const inProcess = play(world, policy, seed, events);
    const overHttp = await playOverHttp(world, seed, events);
    differences.push(inProcess.whole - overHttp.whole);
    console.log(
      `${world.name.padEnd(10)} in process ${inProcess.whole.toFixed(3)} / ${inProcess.last.toFixed(3)}  over HTTP ${overHttp.whole.toFixed(3)} / ${overHttp.last.toFixed(3)}  difference ${differences.at(-1)!.toFixed(3)}`,
    );
  }
  verdict('mean loss over HTTP', differences.reduce((a, b) => a + b, 0) / differences.length, 0.02, 'at most');
}

function printWorlds(seeds: readonly number[], events: number, worlds: readonly World[], extra: readonly string[]): void {
  const entries: [string, Policy][] = [
    ['default settings', withExploration(parsePolicy(DEFAULT_ARGUMENTS), EXPLORATION_SHARE)],
    ['ε-greedy 0.1, mtr', parsePolicy('--cb_explore_adf --epsilon 0.1 --cb_type mtr -q ::')],
    ["vendor's settings", parsePolicy('--cb_explore_adf --epsilon 0.2 --power_t 0 -l 0.001 --cb_type mtr -q ::')],
    ...extra.map((text): [string, Policy] => [text, parsePolicy(text)]),
  ];
  console.log(`Worlds: ${events} events, seeds ${seeds.join(', ')}; 0 = uniform choice, 1 = best choice; whole run / last third`);
  console.log(`${''.padEnd(20)}${[...worlds.map((world) => world.name), 'mean'].map((name) => name.padStart(14)).join('')}`);
  const means = entries.map(([label, policy]) => {
    const scores = worlds.map((world) => average(seeds.map((seed) => play(world, policy, seed, events))));
    const mean = average(scores);
    console.log(
      `${label.padEnd(20)}${[...scores, mean].map((score) => `${score.whole.toFixed(2)} / ${score.last.toFixed(2)}`.padStart(14)).join('')}`,
    );
    return { mean, scores };
  });
  const { mean, scores } = means[0]!;
  console.log(`\nmean score ${mean.whole.toFixed(3)}, last third ${mean.last.toFixed(3)}`);
  console.log(
    `ratio to the vendor's settings in this run: ${(mean.whole / means[2]!.mean.whole).toFixed(2)}; to ε-greedy with mtr: ${(mean.whole / means[1]!.mean.whole).toFixed(2)}`,
  );
  verdict('mean score', mean.whole, 0.75, 'at least');
  const delay = worlds.findIndex((world) => world.waitEvents !== undefined);
  if (delay >= 0) verdict('late clicks only', scores[delay]!.whole, 0.6, 'at least');
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
  verdict('read, score and draw, 10 actions', small.readAndDecide, 5, 'at most');
  verdict('read, score and draw, 50 actions × 20 × 20', large.readAndDecide, 250, 'at most');
  verdict('learn one event, 5 × 3 features', small.learn, 5, 'at most');
}

function verdict(what: string, value: number, bar: number, side: 'at least' | 'at most'): void {
  const met = side === 'at least' ? value >= bar : value <= bar;
  console.log(`${met ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(value < 1 ? 3 : 1)}, ${side} ${bar}`);
}

function average(scores: readonly Score[]): Score {
  const mean = (key: keyof Score): number => scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
  return { whole: mean('whole'), last: mean('last') };
}
