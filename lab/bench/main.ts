/** npm run bench -- NAME: measures speed and accuracy as ratios within one run; `guard` compares the fast ones with ledger.json. */
import { readdirSync } from 'node:fs';

const [name, ...args] = process.argv.slice(2);
const names = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run bench -- NAME\n\nNAME is one of: ${names.join(', ')}`);
  process.exit(2);
}
const { run } = (await import(`./${name}/main.ts`)) as { run(args: string[]): Promise<void> };
await run(args);
