import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { API } from 'typescript7/unstable/sync';
import type { Project } from 'typescript7/unstable/sync';
import { checkSyntax } from './lint-syntax.ts';

/** What is wrong, and where; with `path` as if the file were there. */
const WRONG: readonly { code: string; says: RegExp; path?: string }[] = [
  { code: 'var a = 1;\na++;', says: /const or let/ },
  { code: 'let a = 1;\nconsume(a);', says: /Nothing assigns a/ },
  { code: 'for (let a of [1]) consume(a);', says: /Nothing assigns a/ },
  { code: 'const a = (b: any) => b;', says: /Give it a type/ },
  { code: 'const a = (b: Function) => b;', says: /more exact type than Function/ },
  { code: 'const a = (b: {}) => b;', says: /say which/ },
  { code: 'interface A {}', says: /empty interface/ },
  { code: 'const a = <T extends unknown>(b: T) => b;', says: /constraint changes nothing/ },
  { code: 'try { consume(1); } catch {}', says: /why nothing happens/ },
  { code: 'if (a) {}', says: /why nothing happens/ },
  { code: 'const a = b == 1;', says: /===/ },
  { code: 'const a = b?.c!;', says: /ends early/ },
  { code: 'const a = b!!;', says: /ends early/ },
  { code: "const a = 'b' as 'b';", says: /as const/ },
  { code: 'const a = b as unknown as string;', says: /through unknown/, path: 'src/areas/x.ts' },
  { code: 'class A { b() { const c = this; return c; } }', says: /arrow function/ },
  { code: 'a && b();', says: /does nothing/ },
  { code: 'a === b;', says: /does nothing/ },
  { code: 'const a = new Array(1, 2);', says: /\[\]/ },
  { code: "const a = require('b');", says: /Use import/ },
  { code: "console.log('a');", says: /logger/, path: 'src/x.ts' },
  { code: 'a.apply(undefined, b);', says: /Spread/ },
  { code: 'function a() { return arguments[0]; }', says: /\.\.\.args/ },
  { code: 'const a = process.pid;', says: /no process/, path: 'console/x.ts' },
  { code: 'beforeEach(() => a());', says: /describe/, path: 'test/x.test.ts' },
  { code: "import { a } from '../../test/support/postgres.ts';\na();", says: /start no app/, path: 'src/x.test.ts' },
  { code: "import { A } from './a.ts';\nconst b = (c: A) => c;", says: /A is used as a type only/ },
  { code: `const a = ${'1 + '.repeat(40)}1;`, says: /at most 140/ },
  { code: '// @ts-ignore\na();', says: /Fix the type/ },
];

const RIGHT = [
  'let a = 1;\na = 2;',
  'for (let i = 0, end = 3; i < end; i++) consume(i);',
  'const a = b == null;',
  'const a = b?.c[0]!.d;',
  'try { consume(1); } catch {\n  // Nobody waits for it.\n}',
  'const a = () => {};',
  "import { A } from './a.ts';\nconst b = new A();",
  `const a = '${'long '.repeat(40)}';`,
];

describe('lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-lint-'));
  const api = new API({ cwd: folder });
  let project: Project;
  before(() => {
    const codes = [...WRONG.map(({ code }) => code), ...RIGHT];
    codes.forEach((code, i) => writeFileSync(join(folder, `${i}.ts`), code));
    const config = join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ compilerOptions: { noLib: true, types: [] }, include: ['*.ts'] }));
    project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
  });
  after(() => {
    api.close();
    rmSync(folder, { recursive: true });
  });

  const problemsOf = (i: number, path = 'scripts/x.ts'): string[] => {
    const problems: string[] = [];
    checkSyntax(project.program.getSourceFile(join(folder, `${i}.ts`))!, path, (_at, problem) => problems.push(problem));
    return problems;
  };

  for (const [i, { code, says, path }] of WRONG.entries())
    test(`reports ${code.split('\n')[0]!.slice(0, 60)}`, () => {
      const problems = problemsOf(i, path);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0]!, says);
    });
  for (const [i, code] of RIGHT.entries())
    test(`allows ${code.split('\n')[0]!.slice(0, 60)}`, () => assert.deepEqual(problemsOf(WRONG.length + i), []));
});
