/** What an operator can set. The core and each area declare their settings; config.ts reads flags, environment and file by them. */
export interface Setting<T = unknown> {
  env: string;
  help: string;
  default?: T;
  secret?: boolean;
  /** The setting without which this one has no effect: it is read only where that one has another value than its default. */
  needs?: string;
  /** The value of a text, or undefined when the text is not allowed. */
  read: (text: string) => T | undefined;
  /** The allowed values, for messages and docs. */
  allowed: string;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The values of settings; those without a default may be undefined. */
export type SettingValues<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? (S[Name] extends { default: unknown } ? T : T | undefined) : never;
};

type Kind<T> = Pick<Setting<T>, 'read' | 'allowed'>;

export function integer(from: number, to: number): Kind<number> {
  return {
    read: (text) => (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined),
    allowed: `an integer from ${from} to ${to}`,
  };
}

export function matching(pattern: RegExp, allowed: string): Kind<string> {
  return { read: (text) => (pattern.test(text) ? text : undefined), allowed };
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return { read: (text) => values.find((value) => value === text), allowed: values.join(' | ') };
}

export function address(...schemes: readonly string[]): Kind<string> {
  return {
    read: (text) => (URL.canParse(text) && schemes.includes(new URL(text).protocol) ? text.replace(/\/+$/, '') : undefined),
    allowed: `an address (${schemes.map((scheme) => `${scheme}//…`).join(', ')})`,
  };
}

export const anyText = matching(/\S/, 'text');

const FLAG_VALUES: Readonly<Record<string, boolean>> = { true: true, 1: true, '': true, false: false, 0: false };

export const flag: Kind<boolean> = { read: (text) => FLAG_VALUES[text], allowed: 'true or false' };
