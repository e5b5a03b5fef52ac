/**
 * Fails on a promise that nobody waits for, and on `await` of what is no promise: the rules no-floating-promises and await-thenable of
 * typescript-eslint, by the compiler that checks the types.
 */
import { join, relative } from 'node:path';
import { API, TypeFlags } from 'typescript7/unstable/sync';
import type { Checker, Type, TypeReference } from 'typescript7/unstable/sync';
import * as is from 'typescript7/unstable/ast/is';
import type { Expression, Node, SourceFile } from 'typescript7/unstable/ast';
import { root } from './test-steps.ts';

/** node:test waits for its tests itself. */
const TEST_CALLS = /^(test|describe|it|suite|before|after|beforeEach|afterEach)(\.\w+)?\(/;
const LOGICAL = /^(&&|\|\||\?\?|,)$/;
const UNKNOWN = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.TypeParameter;
const PROJECTS = ['.', 'console'];

interface Use {
  node: Node;
  expression: Expression;
}

let count = 0;
let promises = new Map<number, boolean>();
let thenables = new Map<number, boolean>();
const api = new API({ cwd: root });
for (const folder of PROJECTS) {
  const config = join(root, folder, 'tsconfig.json');
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
  [promises, thenables] = [new Map(), new Map()];
  for (const file of project.rootFiles)
    if (/\.tsx?$/.test(file) && !file.endsWith('.d.ts')) checkFile(project.program.getSourceFile(file)!, project.checker);
}
api.close();
process.exitCode = count > 0 ? 1 : 0;

function checkFile(file: SourceFile, checker: Checker): void {
  const statements: Use[] = [];
  const awaited: Use[] = [];
  const visit = (node: Node): void => {
    if (is.isExpressionStatement(node) && canFloat(node.expression, file)) statements.push({ node, expression: node.expression });
    else if (is.isAwaitExpression(node)) awaited.push({ node, expression: node.expression });
    node.forEachChild(visit);
  };
  visit(file);
  const types = checker.getTypeAtLocation([...statements, ...awaited].map(({ expression }) => expression));
  statements.forEach(({ node }, i) => {
    if (partsOf(types[i]).some((type) => isPromise(type, checker)))
      report(file, node, 'Await the promise, return it, or mark it with `void`.');
  });
  awaited.forEach(({ node }, i) => {
    const parts = partsOf(types[statements.length + i]);
    if (!parts.some((type) => isThenable(type, checker))) report(file, node, 'This is no promise: nothing to await.');
  });
}

/** Whether a statement can leave a promise behind that may reject: no assignment, and no call that handles it. */
function canFloat(expression: Expression, file: SourceFile): boolean {
  if (is.isVoidExpression(expression) || is.isAwaitExpression(expression) || is.isPostfixUnaryExpression(expression)) return false;
  if (is.isBinaryExpression(expression)) return LOGICAL.test(expression.operatorToken.getText(file));
  if (!is.isCallExpression(expression)) return true;
  const { expression: called, arguments: args } = expression;
  if (is.isPropertyAccessExpression(called)) {
    const name = called.name.text;
    if (name === 'finally') return canFloat(called.expression, file);
    if ((name === 'catch' && args.length > 0) || (name === 'then' && args.length > 1)) return false;
  }
  return !TEST_CALLS.test(expression.getText(file));
}

function partsOf(type: Type | undefined): readonly Type[] {
  if (!type) return [];
  return type.isUnionType() ? type.getTypes() : [type];
}

/** Or an array of them. */
function isPromise(type: Type, checker: Checker): boolean {
  return known(promises, type, () => {
    const name = type.getSymbol()?.name;
    if (name !== 'Array') return name === 'Promise';
    return checker.getTypeArguments(type as TypeReference).some((item) => isPromise(item, checker));
  });
}

/** May be awaited; of what is unknown nobody knows. */
function isThenable(type: Type, checker: Checker): boolean {
  return (type.flags & UNKNOWN) !== 0 || known(thenables, type, () => checker.getPropertyOfType(type, 'then') !== undefined);
}

function known(answers: Map<number, boolean>, { id }: Type, ask: () => boolean): boolean {
  const answer = answers.get(id) ?? ask();
  answers.set(id, answer);
  return answer;
}

function report(file: SourceFile, node: Node, problem: string): void {
  count++;
  const line = file.text.slice(0, node.getStart(file)).split('\n').length;
  console.error(`${relative(root, file.fileName)}:${line} ${problem}`);
}
