import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuWatch } from './cpu-watch.ts';

function watchAt(): { watch: CpuWatch; use(ms: number): boolean } {
  let used = 5000;
  const watch = new CpuWatch(() => used);
  return {
    watch,
    use(ms) {
      used += ms;
      return watch.isExceeded();
    },
  };
}

test('limits each step of a task and starts again with the next', () => {
  const { watch, use } = watchAt();
  watch.start({ stepMs: 100, totalMs: 10_000 });
  assert.equal(use(100), false);
  watch.step();
  assert.equal(use(100), false);
  assert.equal(use(1), true);
});

test('limits the whole task, with more for each step that it completes', () => {
  const { watch, use } = watchAt();
  watch.start({ stepMs: 100, totalMs: 250, addedPerStepMs: 10 });
  for (let step = 0; step < 2; step++) {
    assert.equal(use(100), false);
    watch.step();
  }
  assert.equal(use(70), false);
  assert.equal(use(1), true);
});

test('counts nothing between tasks, for a task without limits, or from the task before', () => {
  const { watch, use } = watchAt();
  assert.equal(use(1e6), false);
  watch.start(undefined);
  assert.equal(use(1e6), false);
  watch.start({ totalMs: 10 });
  assert.equal(use(10), false);
  watch.end();
  assert.equal(use(1e6), false);
  watch.start({ totalMs: 10 });
  assert.equal(use(10), false);
});
