/**
 * The language bench: intents and entities on public sets, beside peers in the same run.
 * Options: --data FOLDER (or PERENNIAL_BENCH_DATA; the sets are in FOLDER/nlu) · --only intents|entities.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { intents } from './intents.ts';

const HOME = fileURLToPath(new URL('../../../shared/data', import.meta.url));

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME }, only: { type: 'string', default: '' } },
  });
  if (values.only !== 'entities') await intents(values.data);
  const entities = new URL('./entities.ts', import.meta.url);
  if (values.only !== 'intents' && existsSync(entities)) {
    const part = await import(entities.href) as { entities(data: string): Promise<void> };
    await part.entities(values.data);
  }
}
