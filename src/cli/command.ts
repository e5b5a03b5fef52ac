import type { Config } from '../config.ts';

export interface Invocation {
  config: Config;
  args: string[];
  flags: Record<string, string | boolean>;
  /** Whether answers go out as JSON. */
  json: boolean;
  /** Writes an answer: the object as JSON, or the lines for people. */
  print(answer: object, lines: readonly string[]): void;
}

export interface Command {
  summary: string;
  usage: string;
  /** Flags of its own, beside the settings of the server. */
  flags?: Readonly<Record<string, { help: string; type: 'string' | 'boolean' }>>;
  run(invocation: Invocation): Promise<number>;
}

/** A mistake in how a command was called: said in one line, without a stack. */
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
