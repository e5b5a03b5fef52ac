/** Parts that replies of several capabilities share. */
import type { Call } from '../../kernel/operation.ts';
import type { RecordedError } from './model.ts';

/** How often a caller should poll, in seconds. */
export const RETRY_AFTER = { 'retry-after': '1' };

/** After how many seconds a caller may send again what this server had no time for. */
export const RETRY_SECONDS = 30;

/** Failed work that may succeed when it is sent again says so. */
export function retryLater(error: RecordedError | undefined): Record<string, string> {
  return error?.code === 'ServiceUnavailable' ? { 'retry-after': String(RETRY_SECONDS) } : {};
}

/** The last second that was formatted: calls under load ask for the same one again and again. */
let last = { second: NaN, text: '' };

/** Without a fraction: some clients parse times by that format. */
export function dateTime(at: number): string {
  const second = Math.floor(at / 1000);
  if (second !== last.second) last = { second, text: `${new Date(at).toISOString().slice(0, -5)}Z` };
  return last.text;
}

/** Models and classifiers do not expire here; versions that name the time name this one. */
export const NEVER = Date.UTC(9999, 11, 31);

/** Left out when there are none. */
export function tagsField(tags: Readonly<Record<string, string>>): { tags?: Readonly<Record<string, string>> } {
  return Object.keys(tags).length === 0 ? {} : { tags };
}

/** The status of an analysis with its result, which the child process wrote as JSON text. */
export function withResult(head: object, result: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},"analyzeResult":`), result, Buffer.from('}')]);
}

/** The address of the page that follows the item `last`. */
export function nextPage(call: Pick<Call, 'link'>, path: string, last: string): string {
  return `${call.link(path, {})}&after=${encodeURIComponent(last)}`;
}
