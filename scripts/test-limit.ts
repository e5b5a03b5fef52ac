/**
 * Runs with the files of unit tests, whose process it shares: a test that needs more than two seconds of processor time fails. Processor
 * time, and scaled by the speed of the machine at that moment, so that neither a slow machine nor a busy one fails.
 */
import { afterEach, beforeEach } from 'node:test';
import { measureSlowness, slowness } from '../test/support/slowness.ts';

const MAX_SECONDS = 2;
const started: NodeJS.CpuUsage[] = [];

beforeEach(() => void started.push(process.cpuUsage()));
afterEach(() => {
  const { user, system } = process.cpuUsage(started.pop());
  const measured = (user + system) / 1e6;
  if (measured <= MAX_SECONDS * slowness) return;
  const seconds = measured / Math.max(slowness, measureSlowness());
  if (seconds > MAX_SECONDS)
    throw new Error(`Took ${seconds.toFixed(1)} s of processor time; a unit test has ${MAX_SECONDS} s. See "Tests" in CONTRIBUTING.md.`);
});
