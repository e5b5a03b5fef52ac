import type { Config } from '../config.ts';

export interface Invocation {
  config: Config;
  args: string[];
  flags: Record<string, string | boolean>;
  /** Whether to print JSON. */
  json: boolean;
  /** Prints a result: the object as JSON, or the lines as text. */
  print(answer: object, lines: readonly string[]): void;
}

export interface Command {
  summary: string;
  usage: string;
  /** Its own flags, besides the settings of the server. */
  flags?: Readonly<Record<string, { help: string; type: 'string' | 'boolean' }>>;
  run(invocation: Invocation): Promise<number>;
}

/** A usage error: reported in one line, without a stack trace. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export class PortInUse extends Error {
  override name = 'PortInUse';
}

export function textFlag(flags: Invocation['flags'], name: string, fallback: string): string {
  const value = flags[name] ?? fallback;
  if (typeof value !== 'string') throw new UsageError(`--${name} needs a value`);
  return value;
}

export type Actions = Readonly<Record<string, (invocation: Invocation, args: string[]) => Promise<void>>>;

/** Runs the action that the first argument names. */
export async function runAction(command: string, actions: Actions, invocation: Invocation): Promise<number> {
  const [name = '', ...args] = invocation.args;
  if (name === '') throw new UsageError(`${command} needs ${Object.keys(actions).join(' or ')}; see --help`);
  if (!Object.hasOwn(actions, name)) throw new UsageError(`${command}: unknown action ${name}; see --help`);
  await actions[name]!(invocation, args);
  return 0;
}
