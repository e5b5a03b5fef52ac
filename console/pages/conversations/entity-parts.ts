/** Formats lists and expressions of an entity as lines of text, and parses them back. What a line cannot express is kept. */
import type { Expression, Sublist } from './assets.ts';

/** `Rome: roma, eternal city`: a key and its synonyms in the project's language. */
export function formatList(sublists: readonly Sublist[], language: string): string {
  return sublists.map(({ listKey, synonyms }) => `${listKey}: ${synonyms.filter((one) => isProjectLanguage(one, language)).flatMap(({ values }) => values).join(', ')}`).join('\n');
}

/** Synonyms in other languages stay with their key. */
export function parseList(lines: string, language: string, before: readonly Sublist[]): Sublist[] {
  return lines.split('\n').map((line) => line.trim()).filter((line) => line !== '').map((line) => {
    const colon = line.indexOf(':');
    const listKey = (colon < 0 ? line : line.slice(0, colon)).trim();
    const values = (colon < 0 ? listKey : line.slice(colon + 1)).split(',').map((value) => value.trim()).filter((value) => value !== '');
    const others = before.find((one) => one.listKey === listKey)?.synonyms.filter((one) => !isProjectLanguage(one, language)) ?? [];
    return { listKey, synonyms: [{ language, values }, ...others] };
  });
}

function isProjectLanguage({ language }: { language?: string }, own: string): boolean {
  return language === undefined || language === own;
}

/** `order: [A-Z]{2}-[0-9]{4}`: a key and its pattern. */
export function formatExpressions(expressions: readonly Expression[]): string {
  return expressions.map(({ regexKey, regexPattern }) => `${regexKey}: ${regexPattern}`).join('\n');
}

/** A line without a key gets one; the language of an expression stays with its key. */
export function parseExpressions(lines: string, before: readonly Expression[]): Expression[] {
  return lines.split('\n').map((line) => line.trim()).filter((line) => line !== '').map((line, i) => {
    const [, key = `expression-${i + 1}`, pattern] = /^(?:([\w .-]+):\s+)?(.*)$/.exec(line) as unknown as [string, string | undefined, string];
    const language = before.find((one) => one.regexKey === key)?.language;
    return { regexKey: key, ...language !== undefined && { language }, regexPattern: pattern };
  });
}
