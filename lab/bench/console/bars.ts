/** What the console must keep to, and how its time is taken: real keys and clicks, until the last change they cause is painted. */
import type { Page } from 'playwright-core';
import { median, verdict } from '../http/statistics.ts';

export const BARS = { firstLoadKb: 60, homeMs: 150, keystrokeMs: 50, nextPageMs: 60 } as const;

/** The median against a bar, and the slowest. */
export function report(what: string, times: readonly number[], barMs: number): void {
  verdict(`${what}, of ${times.length}, slowest ${Math.max(...times).toFixed(0)} ms`, median(times), barMs, 'at most', ' ms');
}

export function line(what: string, value: string): void {
  console.log(`        ${what}: ${value}`);
}

/** How long nothing may change until a key or click counts as answered. */
const QUIET_MS = 120;

/**
 * In the page: `measured()` resolves to the milliseconds from the last key or click to the paint of the last change after it. A change
 * is one of the document or of a canvas. A string, because this file is checked without the browser's types.
 */
const PROBE = `if (!globalThis.measured) {
  let startedAt = 0, changed = 0, painted = 0;
  const note = () => {
    changed = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { painted = performance.now(); };
      port2.postMessage(0);
    });
  };
  for (const kind of ['keydown', 'click'])
    addEventListener(kind, ({ timeStamp }) => { startedAt = timeStamp; note(); }, true);
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const { drawImage, fillRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) { note(); return drawImage.apply(this, given); };
  CanvasRenderingContext2D.prototype.fillRect = function (...given) { note(); return fillRect.apply(this, given); };
  globalThis.measured = async () => {
    while (performance.now() - changed < ${QUIET_MS} || painted < changed) await new Promise((done) => setTimeout(done, 10));
    return painted - startedAt;
  };
}`;

/** Presses each key, and resolves to the time that each took. */
export async function timeKeys(page: Page, keys: Iterable<string>): Promise<number[]> {
  const times: number[] = [];
  for (const key of keys) times.push(await timed(page, () => page.keyboard.press(key)));
  return times;
}

export async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(PROBE);
  await page.evaluate('measured()');
  await act();
  return await page.evaluate<number>('measured()');
}

export function repeat(key: string, times: number): string[] {
  return Array.from({ length: times }, () => key);
}
