/**
 * Programs that call a model, app, project, loop or group of the account: the vendor's unmodified clients with this server's address.
 * The same calls are in the guides of docs/, whose programs are run by the tests.
 */
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import type { ConnectTarget, Place, Written } from './target.ts';

export const CODE_LANGUAGES = [
  { id: 'curl', title: 'curl' },
  { id: 'javascript', title: 'JavaScript' },
  { id: 'python', title: 'Python' },
  { id: 'csharp', title: 'C#' },
  { id: 'java', title: 'Java' },
] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]['id'];

export interface ConnectCode {
  /** The package to install. */
  install?: string;
  code: string;
  /** The line that differs from a program for the vendor's service. */
  changed: string;
  /** The vendor's client of this language refuses http. */
  isHttpsOnly?: boolean;
}

const WRITERS: Readonly<Record<CodeLanguage, (target: ConnectTarget, place: Place) => Written>> = {
  curl,
  javascript,
  python,
  csharp,
  java,
};

export function connectCode(target: ConnectTarget, language: CodeLanguage, place: Place): ConnectCode {
  const { install, isHttpsOnly, before, changed, after } = WRITERS[language](target, place);
  const code = [before, changed, after].filter((part) => part !== undefined && part !== '').join('\n');
  return { install, isHttpsOnly, changed, code };
}
