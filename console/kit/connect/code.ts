/**
 * Programs that call a model, app, project, loop or group of the account: the vendor's unmodified clients with this server's address.
 * The same calls are in the guides of docs/, whose programs are run by the tests.
 */
import { curl } from './curl.ts';
import { writeProgram } from './programs.ts';
import type { ConnectTarget, Place } from './target.ts';

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

export function connectCode(target: ConnectTarget, language: CodeLanguage, place: Place): ConnectCode {
  const { install, isHttpsOnly, before, changed, after } =
    language === 'curl' ? curl(target, place) : writeProgram(target, language, place);
  const code = [before, changed, after].filter((part) => part !== undefined && part !== '').join('\n');
  return { install, isHttpsOnly, changed, code };
}
