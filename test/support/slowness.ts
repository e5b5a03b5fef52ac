/**
 * Budgets of time for tests, scaled by the speed of the machine. The runner measures it once and hands it to the processes of tests in the
 * environment; a test file that is run alone measures it itself.
 */
import { availableParallelism, loadavg } from 'node:os';

/** What the loop below takes on one core of the machine where the limits were set. */
const REFERENCE_MS = 25;
const ROUNDS = 5;

/** How many times more processor time this machine takes now than the one where the limits were set; at least 1. */
export function measureSlowness(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = process.cpuUsage();
    let hash = 1;
    for (let i = 0; i < 20_000_000; i++) hash = Math.imul(hash ^ i, 16777619);
    const { user, system } = process.cpuUsage(startedAt);
    return hash === 0 ? 0 : (user + system) / 1000;
  }).sort((a, b) => a - b);
  return Math.max(1, times[ROUNDS >> 1]! / REFERENCE_MS);
}

/** As it was when the tests started. */
export const slowness = Number((process.env.TEST_SLOWNESS ??= measureSlowness().toFixed(2)));
/** How many processes wanted a core when the tests started; at least 1. */
const load = Number((process.env.TEST_LOAD ??= Math.max(1, loadavg()[0]! / availableParallelism()).toFixed(2)));

/** A budget of time on this machine. */
export function scaled(ms: number): number {
  return Math.round(ms * slowness * load);
}

/** How long to wait for a state that must come. Only a test that fails waits so long. */
export const WAIT_MS = scaled(300_000);
