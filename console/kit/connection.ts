/** Whether the server can be reached: known from the calls, from the browser, and by a probe while it cannot. */
import { Cell } from './cell.ts';

const RETRY_MS = 3000;

export const isOnline = new Cell(true);

let timer: ReturnType<typeof setTimeout> | undefined;

/** A call was answered, whatever its status. */
export function reportAnswer(): void {
  clearTimeout(timer);
  isOnline.set(true);
}

/** A call got no answer. */
export function reportSilence(): void {
  isOnline.set(false);
  clearTimeout(timer);
  timer = setTimeout(ask, RETRY_MS);
}

/** Resolves once the server can be reached. */
export function whenOnline(): Promise<void> {
  if (isOnline.get()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = isOnline.watch((online) => {
      if (!online) return;
      stop();
      resolve();
    });
  });
}

export function watchConnection(): void {
  addEventListener('offline', reportSilence);
  addEventListener('online', ask);
}

function ask(): void {
  // The browser knows that there is no network: a probe would fail.
  if (!navigator.onLine) return reportSilence();
  fetch('/live', { cache: 'no-store' }).then(reportAnswer, reportSilence);
}
