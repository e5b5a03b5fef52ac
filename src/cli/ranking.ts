/** Learns from logs of other programs: the retired service's and Vowpal Wabbit's. */
import { createReadStream } from 'node:fs';
import { learnFromLog, MAX_LINE_BYTES, policyOf } from '../areas/ranking/area.ts';
import type { LearnedLog } from '../areas/ranking/area.ts';
import { openSecrets } from '../app/secrets.ts';
import { AUTHORING_FLAGS, Authoring } from './authoring.ts';
import { UsageError, runAction } from './command.ts';
import type { Command, Invocation } from './command.ts';

const BASE = '/ranking/v1.1-preview.3';
async function importLog(invocation: Invocation, [file]: string[]): Promise<void> {
  if (file === undefined) throw new UsageError('ranking import needs a file');
  const { flags, print, config } = invocation;
  const authoring = await Authoring.connect(invocation, BASE);
  const get = async <T>(path: string): Promise<T> => JSON.parse(await authoring.call('GET', path)) as T;
  const { arguments: settings } = await get<{ arguments: string }>('/configurations/policy');
  const { explorationPercentage } = await get<{ explorationPercentage: number }>('/configurations/service');
  const policy = policyOf(settings, explorationPercentage);
  if (policy === undefined) throw new UsageError('The loop has several slots; logs of decisions without slots cannot be imported.');
  const isTrial = flags['estimate-only'] === true;
  if (!isTrial && flags.replace !== true && (await hasEvents(authoring)))
    throw new UsageError('The loop has events of its own. --replace replaces what it learned from them; --estimate-only changes nothing.');
  const { values, signedModel, ...counts } = await learnFromLog(linesOf(file), policy);
  const [first] = counts.invalid;
  if (counts.events === 0)
    throw new UsageError(`${file} has no decision to learn from${first ? `: line ${first.line}, ${first.reason}` : ''}.`);
  if (!isTrial) await authoring.call('PUT', '/model', { text: signedModel(openSecrets(config).keyring), type: 'application/octet-stream' });
  print({ ...counts, ...values, isImported: !isTrial }, [
    `${counts.events} decisions, ${counts.passedOver} other lines, ${counts.invalidCount} invalid lines`,
    ...counts.invalid.map(({ line, reason }) => `  line ${line}: ${reason}`),
    `earned in the log          ${format(values.earned)}`,
    `first action, always       ${format(values.baseline)}`,
    `all actions equally        ${format(values.uniform)}`,
    `this loop would have       ${format(values.loop)}`,
    `difference to the log      ${format(values.difference)}`,
    isTrial ? 'Nothing was changed.' : 'The loop now has the model that learned from the log.',
  ]);
}

/** The log properties of a loop without events are not found, or have no range. */
async function hasEvents(authoring: Authoring): Promise<boolean> {
  if (!(await authoring.has('/logs/properties'))) return false;
  return (JSON.parse(await authoring.call('GET', '/logs/properties')) as { dateRange?: { from?: string } }).dateRange?.from !== undefined;
}

/** The lines of a file; undefined for one that is too long, which is never held as a whole. */
async function* linesOf(file: string): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const line = (): string | undefined => (bytes > MAX_LINE_BYTES ? undefined : Buffer.concat(parts).toString());
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        keep(chunk.subarray(start, end));
        yield line();
        [parts, bytes, start] = [[], 0, end + 1];
      }
      keep(chunk.subarray(start));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (bytes > 0) yield line();
}

function format(interval: LearnedLog['values']['loop']): string {
  if (!interval) return 'not known: nothing that it would show was shown';
  const { value, low, high } = interval;
  return `${value.toFixed(4)}  (95 %: ${low.toFixed(4)} to ${high.toFixed(4)})`;
}

export const ranking: Command = {
  summary: 'Learn from logs of the retired service or Vowpal Wabbit, and estimate what the loop would have earned',
  usage: 'import FILE [--estimate-only | --replace]',
  flags: {
    ...AUTHORING_FLAGS,
    'estimate-only': { type: 'boolean', help: 'print the estimates and change nothing' },
    replace: { type: 'boolean', help: 'replace what a loop with events of its own has learned' },
  },
  run: (invocation) => runAction('ranking', { import: importLog }, invocation),
};
