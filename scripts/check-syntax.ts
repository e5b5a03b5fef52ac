/** Checks what the linter has no rule for, line by line. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './locked-packages.ts';

interface Rule {
  files: RegExp;
  line: RegExp;
  message: string;
}

const RULES: readonly Rule[] = [
  {
    files: /^src\/areas\/(?!.*\.test\.ts$)/,
    line: /\bas unknown as\b/,
    message: 'Give the value a type instead of asserting through unknown.',
  },
  {
    files: /\.test\.ts$/,
    line: /^(?:before|after)Each\(/,
    message: 'Move the hook into a describe: tests share a process, and here it runs for each test of all files.',
  },
  {
    files: /\.tsx?$/,
    line: /^(?=.{141})(?!.*https?:)\s*(?:\/\/|\/?\*(?! client: ))/,
    message: 'Wrap the comment: it is longer than 140 characters.',
  },
];

let problems = 0;
for (const file of globSync('{src,console,test,lab,scripts,deploy}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })) {
  const rules = RULES.filter(({ files }) => files.test(file));
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, i) => {
      for (const { line: pattern, message } of rules) {
        if (!pattern.test(line)) continue;
        problems++;
        console.error(`${file}:${i + 1}: ${message}`);
      }
    });
}
process.exitCode = problems > 0 ? 1 : 0;
