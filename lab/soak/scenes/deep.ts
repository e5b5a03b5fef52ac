/** The tests that take too long for each merge: `node scripts/test.ts --lane deep`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { none } from '../scene.ts';
import type { Scene } from '../scene.ts';

const RUNNER = fileURLToPath(new URL('../../../scripts/test.ts', import.meta.url));

export const scene: Scene = {
  summary: 'every view of the console, many kills, the npm package, the image and the chart, a rolling upgrade; whatever time they take',
  share: 0.5,
  async run({ log }) {
    const child = spawn(process.execPath, [RUNNER, '--lane', 'deep'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    for (const line of output.trimEnd().split('\n')) log(line);
    const failed = Number(/, (\d+) failed, /.exec(output)?.[1] ?? 0);
    return [none('tests that failed', code === 0 ? failed : Math.max(1, failed))];
  },
};
