/** Every view, dialog, field and button of the console: too long for npm test, which visits the views alone. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { browser } from '../../../scripts/browser.mjs';
import { SceneSkipped, none } from '../scene.ts';
import type { Scene } from '../scene.ts';

const TESTS = fileURLToPath(new URL('../../../test/browser/samples.test.ts', import.meta.url));

export const scene: Scene = {
  summary: 'every view and dialog of the console is accessible, and every field and button needs the role that it names',
  share: 0.5,
  async run({ log }) {
    const { path, reason } = browser();
    if (path === undefined) throw new SceneSkipped(reason!);
    const child = spawn(process.execPath, ['--test', TESTS], {
      env: { ...process.env, WALK_USES: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const problems: string[] = [];
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    for (const line of output.split('\n')) if (/^\s*(✖|Error|AssertionError)/.test(line)) problems.push(line);
    for (const problem of problems.slice(0, 10)) log(problem);
    return [none('tests of the console that failed', code === 0 ? 0 : Math.max(1, problems.length))];
  },
};
