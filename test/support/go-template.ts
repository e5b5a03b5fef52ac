/**
 * Renders the part of Go's text templates that the Helm chart uses: actions with trim markers, comments, if, else, range, with, define,
 * variables, pipelines, parentheses, fields and literals. Anything else is an error, so that the chart stays within it.
 */

export type Value = unknown;
export type Functions = Readonly<Record<string, (...args: Value[]) => Value>>;

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; pipeline: Pipeline }
  | { kind: 'assign'; name: string; pipeline: Pipeline }
  | { kind: 'if' | 'with'; pipeline: Pipeline; body: Node[]; otherwise: Node[] }
  | { kind: 'range'; names: string[]; pipeline: Pipeline; body: Node[]; otherwise: Node[] };
type Pipeline = Operand[][];
type Operand =
  | { kind: 'literal'; value: Value }
  | { kind: 'function'; name: string }
  | { kind: 'field'; path: string[] }
  | { kind: 'variable'; name: string; path: string[] }
  | { kind: 'group'; pipeline: Pipeline };

interface Token {
  text?: string;
  action?: string;
}

const ACTION = /\{\{(- )?([^]*?)( -)?\}\}/g;
const WORD = /\s*(\||\(|\)|"(?:[^"\\]|\\.)*"|`[^`]*`|-?\d+(?:\.\d+)?|\$?[A-Za-z_]\w*(?:\.\w+)*|\$(?:\.\w+)*|(?:\.\w+)+|\.)/y;

/** Templates by name, and what their definitions can call. */
export class GoTemplates {
  readonly #named = new Map<string, Node[]>();
  readonly #functions: Functions;

  constructor(functions: Functions) {
    this.#functions = { ...BUILT_IN, ...functions, include: (name, data) => this.render(String(name), data) };
  }

  add(name: string, source: string): void {
    const tokens = tokenize(source);
    this.#named.set(name, this.#parse(tokens, name, []).nodes);
    if (tokens.length > 0) throw new Error(`${name}: unexpected {{ ${tokens[0]!.action} }}`);
  }

  render(name: string, data: Value): string {
    const nodes = this.#named.get(name);
    if (!nodes) throw new Error(`no template ${name}`);
    return this.#run(nodes, data, new Map([['$', data]]));
  }

  /** Parses until one of the keywords; returns the action that has ended it. */
  #parse(tokens: Token[], name: string, until: readonly string[]): { nodes: Node[]; end: string } {
    const nodes: Node[] = [];
    for (let token = tokens.shift(); token; token = tokens.shift()) {
      if (token.text !== undefined) {
        nodes.push({ kind: 'text', text: token.text });
        continue;
      }
      const action = token.action!.trim();
      const [keyword] = action.split(/\s/);
      const rest = action.slice(keyword!.length).trim();
      if (until.includes(keyword!)) return { nodes, end: action };
      if (action.startsWith('/*')) continue;
      if (keyword === 'define') this.#named.set(JSON.parse(rest) as string, this.#parse(tokens, name, ['end']).nodes);
      else if (keyword === 'if' || keyword === 'with') nodes.push(this.#parseBranch(tokens, name, keyword, rest));
      else if (keyword === 'range') nodes.push(this.#parseRange(tokens, name, rest));
      else if (keyword === 'else' || keyword === 'end') throw new Error(`${name}: unexpected {{ ${action} }}`);
      else nodes.push(parseSimple(action));
    }
    if (until.length > 0) throw new Error(`${name}: {{ end }} is missing`);
    return { nodes, end: '' };
  }

  #parseBranch(tokens: Token[], name: string, kind: 'if' | 'with', condition: string): Node {
    const { nodes: body, end } = this.#parse(tokens, name, ['else', 'end']);
    const pipeline = parsePipeline(condition);
    if (end === 'end') return { kind, pipeline, body, otherwise: [] };
    const nested = /^else\s+if\s+([^]+)$/.exec(end);
    const otherwise = nested ? [this.#parseBranch(tokens, name, 'if', nested[1]!)] : this.#parse(tokens, name, ['end']).nodes;
    return { kind, pipeline, body, otherwise };
  }

  #parseRange(tokens: Token[], name: string, head: string): Node {
    const [, names, list] = /^(?:((?:\$\w+)(?:\s*,\s*\$\w+)?)\s*:=)?([^]+)$/.exec(head)!;
    const { nodes: body, end } = this.#parse(tokens, name, ['else', 'end']);
    const otherwise = end === 'end' ? [] : this.#parse(tokens, name, ['end']).nodes;
    return { kind: 'range', names: names?.split(',').map((one) => one.trim()) ?? [], pipeline: parsePipeline(list!), body, otherwise };
  }

  #run(nodes: readonly Node[], dot: Value, outer: Map<string, Value>): string {
    const variables = new Map(outer);
    let output = '';
    for (const node of nodes) {
      if (node.kind === 'text') output += node.text;
      else if (node.kind === 'output') output += print(this.#evaluate(node.pipeline, dot, variables));
      else if (node.kind === 'assign') variables.set(node.name, this.#evaluate(node.pipeline, dot, variables));
      else if (node.kind === 'range') output += this.#repeat(node, dot, variables);
      else {
        const value = this.#evaluate(node.pipeline, dot, variables);
        const body = isEmpty(value) ? node.otherwise : node.body;
        output += this.#run(body, node.kind === 'with' && !isEmpty(value) ? value : dot, variables);
      }
    }
    return output;
  }

  #repeat({ names, pipeline, body, otherwise }: Node & { kind: 'range' }, dot: Value, variables: Map<string, Value>): string {
    const list = this.#evaluate(pipeline, dot, variables);
    const entries: [Value, Value][] = Array.isArray(list)
      ? [...list.entries()]
      : Object.entries((list ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1));
    if (entries.length === 0) return this.#run(otherwise, dot, variables);
    return entries
      .map(([key, value]) => {
        const own = new Map(variables);
        if (names.length === 2) own.set(names[0]!, key).set(names[1]!, value);
        else if (names.length === 1) own.set(names[0]!, value);
        return this.#run(body, value, own);
      })
      .join('');
  }

  #evaluate(pipeline: Pipeline, dot: Value, variables: Map<string, Value>): Value {
    let result: { value: Value } | undefined;
    for (const [first, ...rest] of pipeline) {
      const args = rest.map((operand) => this.#operand(operand, dot, variables));
      if (result) args.push(result.value);
      if (first!.kind === 'function') {
        const call = this.#functions[first!.name];
        if (!call) throw new Error(`no function ${first!.name}`);
        result = { value: call(...args) };
      } else if (args.length > 0) throw new Error('an operand that is no function has arguments');
      else result = { value: this.#operand(first!, dot, variables) };
    }
    return result!.value;
  }

  #operand(operand: Operand, dot: Value, variables: Map<string, Value>): Value {
    if (operand.kind === 'literal') return operand.value;
    if (operand.kind === 'group') return this.#evaluate(operand.pipeline, dot, variables);
    if (operand.kind === 'function') return this.#evaluate([[operand]], dot, variables);
    if (operand.kind === 'field') return follow(dot, operand.path);
    if (!variables.has(operand.name)) throw new Error(`no variable ${operand.name}`);
    return follow(variables.get(operand.name), operand.path);
  }
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trims = false;
  for (const match of source.matchAll(ACTION)) {
    let text = source.slice(at, match.index);
    if (trims) text = text.trimStart();
    if (match[1]) text = text.trimEnd();
    tokens.push({ text }, { action: match[2]! });
    trims = match[3] !== undefined;
    at = match.index + match[0].length;
  }
  const last = source.slice(at);
  return [...tokens, { text: trims ? last.trimStart() : last }];
}

function parseSimple(action: string): Node {
  const assignment = /^(\$\w+)\s*:=\s*([^]+)$/.exec(action);
  if (!assignment) return { kind: 'output', pipeline: parsePipeline(action) };
  return { kind: 'assign', name: assignment[1]!, pipeline: parsePipeline(assignment[2]!) };
}

function parsePipeline(source: string): Pipeline {
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < source.trimEnd().length) {
    const at = WORD.lastIndex;
    const match = WORD.exec(source);
    if (!match) throw new Error(`cannot read "${source.slice(at)}" in "${source}"`);
    words.push(match[1]!);
  }
  const pipeline = readPipeline(words);
  if (words.length > 0) throw new Error(`unexpected ${words[0]} in "${source}"`);
  return pipeline;
}

function readPipeline(words: string[]): Pipeline {
  const pipeline: Pipeline = [[]];
  while (words.length > 0 && words[0] !== ')') {
    const word = words.shift()!;
    if (word === '|') pipeline.push([]);
    else if (word === '(') {
      pipeline.at(-1)!.push({ kind: 'group', pipeline: readPipeline(words) });
      if (words.shift() !== ')') throw new Error('a parenthesis is not closed');
    } else pipeline.at(-1)!.push(readOperand(word));
  }
  if (pipeline.some((command) => command.length === 0)) throw new Error('a command is empty');
  return pipeline;
}

function readOperand(word: string): Operand {
  if (word.startsWith('"')) return { kind: 'literal', value: JSON.parse(word) };
  if (word.startsWith('`')) return { kind: 'literal', value: word.slice(1, -1) };
  if (/^-?\d/.test(word)) return { kind: 'literal', value: Number(word) };
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
  const [head, ...path] = word.split('.');
  if (word.startsWith('$')) return { kind: 'variable', name: head!, path };
  if (word.startsWith('.')) return { kind: 'field', path: path.filter(Boolean) };
  return { kind: 'function', name: word };
}

function follow(value: Value, path: readonly string[]): Value {
  return path.reduce((found: Value, name) => {
    if (found === undefined || found === null) throw new Error(`nil has no field .${name}`);
    return (found as Record<string, Value>)[name];
  }, value);
}

export function isEmpty(value: Value): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export function print(value: Value): string {
  return value === undefined || value === null ? '' : String(value);
}

const BUILT_IN: Functions = {
  and: (...args) => args.find(isEmpty) ?? args.at(-1),
  or: (...args) => args.find((value) => !isEmpty(value)) ?? args.at(-1),
  not: isEmpty,
  eq: (first, ...others) => others.includes(first),
  ne: (a, b) => a !== b,
  printf: (format, ...args) => String(format).replace(/%[sdv]/g, () => print(args.shift())),
};
