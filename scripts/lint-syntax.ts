/**
 * Rules on syntax, most of them those that typescript-eslint recommends and the compiler does not check: it already rejects enums,
 * namespaces, unused names, and imports of types without `type`. In the compiler's own tree, because a second parser takes twenty times as
 * long.
 */
import { SyntaxKind } from 'typescript7/unstable/ast';
import type {
  Block,
  CallExpression,
  Expression,
  Identifier,
  ImportDeclaration,
  NewExpression,
  Node,
  SourceFile,
  TypeReferenceNode,
} from 'typescript7/unstable/ast';
import * as is from 'typescript7/unstable/ast/is';

export type Report = (at: Node | number, problem: string) => void;

/** Prettier wraps code; what it cannot wrap is literals, which stay whole so that a search finds them. */
const MAX_COLUMNS = 140;
const UNWRAPPED = /https?:\/\//;
/** A declaration of a client in test/clients. */
const CLIENT_LINE = /^ \* client: /;

const WRAPPER_TYPES = ['Function', 'Object', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt'];
const NOT_IN_BROWSERS = ['process', 'Buffer', 'global', 'require'];
/** What a unit test does not start. */
const STARTS = /\/(support\/(memory-app|postgres|pgbouncer|stores|azurite|s3-server)|src\/app|engines\/loaders\/.*)\.ts$/;
const LITERALS = [
  SyntaxKind.StringLiteral,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateExpression,
];
const EFFECTS = [
  SyntaxKind.CallExpression,
  SyntaxKind.NewExpression,
  SyntaxKind.AwaitExpression,
  SyntaxKind.YieldExpression,
  SyntaxKind.DeleteExpression,
  SyntaxKind.VoidExpression,
  SyntaxKind.PostfixUnaryExpression,
];

/** Whose blocks must not be empty; bodies of functions may be. */
const EMPTY_PARENTS = [
  SyntaxKind.TryStatement,
  SyntaxKind.CatchClause,
  SyntaxKind.IfStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
];

/** Which rules hold for a file, by its path from the root. */
function scopeOf(path: string): Record<'printing' | 'areas' | 'tests' | 'units' | 'browser', boolean> {
  const tests = path.endsWith('.test.ts');
  return {
    printing: /^(src\/cli\/|scripts\/|lab\/|deploy\/|src\/main\.ts$)/.test(path),
    areas: path.startsWith('src/areas/') && !tests,
    tests,
    units: /^(src|console|lab|scripts|deploy)\//.test(path) && tests && !/\.(integration|deep)\.test\.ts$/.test(path),
    browser: path.startsWith('console/') && !tests,
  };
}

export function checkSyntax(file: SourceFile, path: string, report: Report): void {
  const scope = scopeOf(path);
  const literalLines = new Set<number>();
  const assigned = new Map<string, number[]>();
  const lets: { names: Identifier[]; within: Node }[] = [];
  const valueNames = new Set<string>();
  const lineOf = lineFinder(file.text);
  const visit = (node: Node, isInType: boolean): void => {
    const inType = isInType || (is.isTypeNode(node) && !is.isExpressionWithTypeArguments(node));
    if (LITERALS.includes(node.kind)) {
      const last = lineOf(node.end);
      for (let line = lineOf(node.getStart(file)); line <= last; line++) literalLines.add(line);
    }
    if (is.isIdentifier(node) && !inType) {
      if (!is.isImportSpecifier(node.parent) && !is.isImportClause(node.parent)) valueNames.add(node.text);
    } else if (is.isVariableDeclarationList(node)) checkDeclarations(node);
    else for (const target of targetsOf(node)) assigned.set(target.text, [...(assigned.get(target.text) ?? []), target.pos]);
    const problem = problemOf(node, file, scope);
    if (problem !== undefined) report(node, problem);
    node.forEachChild((child) => visit(child, inType && !is.isTypeQueryNode(child)));
  };
  const checkDeclarations = (list: Node): void => {
    const keyword = /^\w+/.exec(file.text.slice(list.getStart(file)))![0];
    if (keyword === 'var') report(list, 'Use const or let.');
    if (keyword !== 'let') return;
    const isLoop = is.isForOfStatement(list.parent) || is.isForInStatement(list.parent);
    const within = is.isVariableStatement(list.parent) ? list.parent.parent : list.parent;
    const names: Identifier[] = [];
    list.forEachChild((declaration) => {
      if (is.isVariableDeclaration(declaration) && is.isIdentifier(declaration.name) && (isLoop || declaration.initializer))
        names.push(declaration.name);
    });
    // The head of a loop has one keyword for all of its names.
    lets.push(...(is.isForStatement(list.parent) ? [{ names, within }] : names.map((name) => ({ names: [name], within }))));
  };
  visit(file, false);
  for (const { names, within } of lets) {
    const isAssigned = ({ text }: Identifier): boolean => (assigned.get(text) ?? []).some((at) => at >= within.pos && at < within.end);
    if (names.length > 0 && !names.some(isAssigned)) report(names[0]!, `Nothing assigns ${names[0]!.text}: use const.`);
  }
  for (const statement of file.statements) if (is.isImportDeclaration(statement)) checkImport(statement, path, valueNames, scope, report);
  checkLines(file.text, literalLines, path, report);
}

type Scope = ReturnType<typeof scopeOf>;

function problemOf(node: Node, file: SourceFile, scope: Scope): string | undefined {
  if (node.kind === SyntaxKind.AnyKeyword) return 'Give it a type, or unknown.';
  if (is.isTypeReferenceNode(node)) return wrapperProblem(node);
  if (is.isTypeLiteralNode(node) && node.members.length === 0) return 'Any value but null is {}: say which.';
  if (is.isInterfaceDeclaration(node) && node.members.length === 0 && (node.heritageClauses?.[0]?.types.length ?? 0) < 2)
    return 'An empty interface is the type that it extends.';
  if (is.isTypeParameterDeclaration(node) && /^(unknown|any)$/.test(node.constraint?.getText(file) ?? ''))
    return 'This constraint changes nothing.';
  if (is.isBlock(node)) return emptyProblem(node, file);
  if (is.isBinaryExpression(node)) return equalityProblem(node.operatorToken.kind, [node.left, node.right]);
  if (is.isNonNullExpression(node) && (is.isNonNullExpression(node.expression) || isEndOfOptionalChain(node, node.expression)))
    return 'This assertion is wrong when the chain ends early.';
  if (is.isAsExpression(node)) {
    if (scope.areas && is.isAsExpression(node.expression) && node.expression.type.kind === SyntaxKind.UnknownKeyword)
      return 'Give the value a type instead of asserting through unknown.';
    if (is.isLiteralTypeNode(node.type) && node.type.getText(file) === node.expression.getText(file)) return 'Use as const.';
  }
  if (is.isVariableDeclaration(node) && is.isIdentifier(node.name) && node.initializer?.kind === SyntaxKind.ThisKeyword)
    return 'Use an arrow function instead of a name for this.';
  if (is.isExpressionStatement(node)) return statementProblem(node.expression, node.parent, scope);
  if (is.isCallExpression(node) || is.isNewExpression(node)) return callProblem(node, file, scope);
  if (is.isIdentifier(node)) return nameProblem(node, scope);
  return undefined;
}

function wrapperProblem({ typeName }: TypeReferenceNode): string | undefined {
  return is.isIdentifier(typeName) && WRAPPER_TYPES.includes(typeName.text) ? `Use a more exact type than ${typeName.text}.` : undefined;
}

/** Unless a comment says why. */
function emptyProblem(block: Block, file: SourceFile): string | undefined {
  const { parent } = block;
  if (!EMPTY_PARENTS.includes(parent.kind) || block.statements.length > 0) return undefined;
  return block.getText(file).includes('/') ? undefined : 'Say why nothing happens here.';
}

/** `== null` is for null and undefined. */
function equalityProblem(operator: SyntaxKind, sides: readonly Expression[]): string | undefined {
  const isLoose = operator === SyntaxKind.EqualsEqualsToken || operator === SyntaxKind.ExclamationEqualsToken;
  return isLoose && !sides.some(({ kind }) => kind === SyntaxKind.NullKeyword) ? 'Use === or !==.' : undefined;
}

function isEndOfOptionalChain(node: Node, expression: Expression): boolean {
  const { parent } = node;
  const goesOn = is.isPropertyAccessExpression(parent) || is.isElementAccessExpression(parent) || is.isCallExpression(parent);
  return !(goesOn && parent.expression === node) && isOptionalChain(expression);
}

function isOptionalChain(node: Expression): boolean {
  if (!(is.isPropertyAccessExpression(node) || is.isElementAccessExpression(node) || is.isCallExpression(node))) return false;
  return node.questionDotToken !== undefined || isOptionalChain(node.expression);
}

function statementProblem(expression: Expression, parent: Node, { tests }: Scope): string | undefined {
  if (tests && is.isSourceFile(parent) && is.isCallExpression(expression) && is.isIdentifier(expression.expression))
    if (/^(before|after)Each$/.test(expression.expression.text))
      return 'Move the hook into a describe: here it runs for each test of all files.';
  return hasEffect(expression) ? undefined : 'This statement does nothing.';
}

function hasEffect(expression: Expression): boolean {
  if (is.isParenthesizedExpression(expression) || is.isNonNullExpression(expression)) return hasEffect(expression.expression);
  if (is.isBinaryExpression(expression)) return isAssignment(expression.operatorToken.kind);
  if (is.isPrefixUnaryExpression(expression)) return /^(\+\+|--)/.test(expression.getText());
  return EFFECTS.includes(expression.kind);
}

function isAssignment(operator: SyntaxKind): boolean {
  return operator >= SyntaxKind.FirstAssignment && operator <= SyntaxKind.LastAssignment;
}

function callProblem(node: CallExpression | NewExpression, file: SourceFile, scope: Scope): string | undefined {
  const { expression: called, arguments: args = [] } = node;
  if (is.isIdentifier(called)) {
    if (called.text === 'require' && !file.text.includes('createRequire')) return 'Use import.';
    if (called.text === 'Array' && args.length !== 1) return 'Use [].';
  }
  if (!is.isPropertyAccessExpression(called)) return undefined;
  const { expression: object, name } = called;
  if (is.isIdentifier(object) && object.text === 'console' && !scope.printing) return 'Log with the logger, or return it.';
  if (name.text !== 'apply' || args.length !== 2) return undefined;
  const [self] = args.map((arg) => arg.getText(file));
  const isSame = is.isPropertyAccessExpression(object) ? self === object.expression.getText(file) : /^(undefined|null)$/.test(self!);
  return isSame ? 'Spread the arguments.' : undefined;
}

function nameProblem(node: Identifier, { browser }: Scope): string | undefined {
  const { parent, text } = node;
  const isMember = (is.isPropertyAccessExpression(parent) && parent.name === node) || is.isPropertyAssignment(parent);
  if (isMember || is.isPropertySignatureDeclaration(parent) || is.isPropertyDeclaration(parent)) return undefined;
  if (text === 'arguments' && is.isElementAccessExpression(parent)) return 'Use ...args.';
  return browser && NOT_IN_BROWSERS.includes(text) ? `A browser has no ${text}.` : undefined;
}

/** The names that a node gives another value to. */
function targetsOf(node: Node): Identifier[] {
  if (is.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind) ? namesIn(node.left) : [];
  if (is.isPrefixUnaryExpression(node) || is.isPostfixUnaryExpression(node)) return namesIn(node.operand);
  if (is.isForOfStatement(node) || is.isForInStatement(node))
    return is.isVariableDeclarationList(node.initializer) ? [] : namesIn(node.initializer as Expression);
  return [];
}

function namesIn(target: Node): Identifier[] {
  if (is.isIdentifier(target)) return [target];
  if (is.isPropertyAccessExpression(target) || is.isElementAccessExpression(target)) return [];
  const names: Identifier[] = [];
  target.forEachChild((child) => void names.push(...namesIn(child)));
  return names;
}

function checkImport(statement: ImportDeclaration, path: string, valueNames: ReadonlySet<string>, scope: Scope, report: Report): void {
  const clause = statement.importClause;
  const isTypeOnly = clause?.phaseModifier === SyntaxKind.TypeKeyword;
  const from = is.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : '';
  if (scope.units && !isTypeOnly && STARTS.test(from))
    report(statement, 'Unit tests start no app, no database and no real weights: name the file x.integration.test.ts.');
  if (!clause || isTypeOnly || path.endsWith('.tsx')) return;
  const names: string[] = clause.name ? [clause.name.text] : [];
  const bindings = clause.namedBindings;
  if (bindings && is.isNamespaceImport(bindings)) names.push(bindings.name.text);
  else if (bindings) names.push(...bindings.elements.filter(({ isTypeOnly: isType }) => !isType).map(({ name }) => name.text));
  for (const name of names) if (!valueNames.has(name)) report(statement, `${name} is used as a type only: import type.`);
}

function checkLines(text: string, literalLines: ReadonlySet<number>, path: string, report: Report): void {
  let start = 0;
  for (const [i, line] of text.split('\n').entries()) {
    if (
      line.length > MAX_COLUMNS &&
      !literalLines.has(i) &&
      !UNWRAPPED.test(line) &&
      !(path.startsWith('test/clients/') && CLIENT_LINE.test(line))
    )
      report(start, `${line.length} columns; at most ${MAX_COLUMNS}.`);
    if (/^\s*\/[/*]+\s*@ts-(ignore|nocheck|expect-error\s*$)/.test(line))
      report(start, 'Fix the type, or say why it is expected to be wrong.');
    if (/^\/\/\/\s*<reference (path|types)/.test(line)) report(start, 'Use import.');
    start += line.length + 1;
  }
}

function lineFinder(text: string): (position: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (position) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}
