/** Contracts: title, number, parties with what they are called, dates by the words before them, duration, law. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import { arrayField, fieldOf, objectField } from '../captions/build-field.ts';
import { datesIn } from '../values/dates.ts';
import data from './contract.json' with { type: 'json' };
import { partiesOf } from './parties.ts';
import type { Script } from './contract-text.ts';
import { scriptOf, sentenceAround, wordsIn } from './contract-text.ts';

export function contracts(layout: DocumentLayout, { locale }: ExtractOptions): FoundDocument[] {
  const script = scriptOf(layout);
  if (script.words.length === 0) return [];
  const found: Record<string, Field | undefined> = {
    Title: titleOf(layout, script),
    ContractId: numberOf(script),
    Parties: partiesOf(script, locale),
    ...datesOf(script, locale),
    ContractDuration: durationOf(script),
    Jurisdictions: lawOf(script),
  };
  const names = Object.keys(data.fields).filter((path) => !path.includes('.') && found[path] !== undefined);
  if (names.length === 0) return [];
  return [{ docType: data.docType, pages: layout.pages.map((_, i) => i), fields: Object.fromEntries(names.map((name) => [name, found[name]!])), confidence: Math.min(0.97, 0.4 + 0.12 * names.length) }];
}

const text = (script: Script, start: number, end: number, certainty: number): Field => fieldOf({ type: 'string', value: script.text.slice(start, end) }, wordsIn(script, start, end), certainty);

/** The paragraph that layout took for the title, where it has a contract's word; else the first line that has one. */
function titleOf({ paragraphs, items, lines }: DocumentLayout, script: Script): Field | undefined {
  const said = (own: readonly number[]): string => own.map((i) => items[i]!).map((item) => item.kind === 'word' ? item.text : '').join(' ').trim();
  const worded = (one: string): boolean => data.titleWords.some((word) => one.toLowerCase().split(/[^a-z]+/u).includes(word)) && one.length < 120 && !/[.;]$/u.test(one);
  const title = paragraphs.find(({ role, items: own }) => role === 'title' && worded(said(own))) ?? lines.slice(0, 15).find(({ items: own }) => worded(said(own)) && !/^\s*this\b/iu.test(said(own)) && !/[:#]|\b(?:no|number)\b/iu.test(said(own)));
  if (title === undefined || script.words.length === 0) return undefined;
  return fieldOf({ type: 'string', value: said(title.items) }, title.items.map((item) => ({ item, confidence: items[item]!.confidence })), 0.93);
}

function numberOf(script: Script): Field | undefined {
  const phrases = data.numbers.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|');
  const match = new RegExp(`\\b(?:${phrases})\\.?\\s*[:#]?\\s*#?([A-Z0-9][A-Z0-9./-]*\\d[A-Z0-9/-]*)`, 'iu').exec(script.text.slice(0, 20_000));
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  return text(script, end - match[1]!.length, end, 0.94);
}

const LISTS = { ExecutionDate: data.execution, EffectiveDate: data.effective, ExpirationDate: data.expiration, RenewalDate: data.renewal } as const;

/** A date belongs to the phrase that stands nearest before it in its sentence, or to the name that follows it in quotes. */
function datesOf(script: Script, locale: string | undefined): Record<string, Field> {
  const out: Record<string, Field> = {};
  const dates = [...datesIn(script.text.slice(0, 20_000), { locale }), ...datesIn(spelledOut(script.text), { locale })];
  for (const { value, start, end } of dates) {
    const before = script.text.slice(Math.max(0, start - 90), start).toLowerCase();
    const behind = script.text.slice(end, end + 60).toLowerCase();
    const name = namedBehind(behind) ?? namedBefore(before);
    if (name === undefined || out[name] !== undefined) continue;
    out[name] = fieldOf({ type: 'date', value }, wordsIn(script, start, end), namedBehind(behind) === undefined ? 0.9 : 0.95);
  }
  return out;
}

/** this 5th day of March, 2024 → this 5th        March, 2024, at the same places. */
const spelledOut = (all: string): string => all.slice(0, 20_000).replace(/(\d{1,2}(?:st|nd|rd|th))\s+day\s+of\s+(?=[A-Z])/gu, (whole, day: string) => day + ' '.repeat(whole.length - day.length));

const namedBehind = (behind: string): string | undefined => {
  const said = /^,?\s*\(\s*(?:the\s+)?"?(effective|execution|expiration|renewal|signing|commencement|termination)\s+date/u.exec(behind)?.[1];
  return said === undefined ? undefined : { effective: 'EffectiveDate', commencement: 'EffectiveDate', execution: 'ExecutionDate', signing: 'ExecutionDate', expiration: 'ExpirationDate', termination: 'ExpirationDate', renewal: 'RenewalDate' }[said];
};

function namedBefore(before: string): string | undefined {
  let nearest: { name: string; at: number; length: number } | undefined;
  for (const [name, phrases] of Object.entries(LISTS)) {
    for (const phrase of phrases) {
      const at = before.lastIndexOf(phrase);
      if (at < 0 || before.length - at - phrase.length > 30 || /[.;]\s/u.test(before.slice(at + phrase.length))) continue;
      const end = at + phrase.length;
      if (nearest === undefined || end > nearest.at + nearest.length || (end === nearest.at + nearest.length && phrase.length > nearest.length)) nearest = { name, at, length: phrase.length };
    }
  }
  return nearest?.name;
}

function durationOf(script: Script): Field | undefined {
  const phrases = data.duration.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|');
  const number = '(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|twenty-four|thirty-six|thirty|sixty|ninety|[a-z]+)\\s*(?:\\(\\d+\\)\\s*)?|\\d+\\s*)';
  const match = new RegExp(`(?:${phrases})\\s+(${number}(?:calendar\\s+)?(?:years?|months?|weeks?|days?))`, 'iu').exec(script.text);
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  return text(script, end - match[1]!.length, end, 0.92);
}

/** Regions after the words of a clause on law; courts of the same region are not told again. */
function lawOf(script: Script): Field | undefined {
  const phrases = data.law.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|');
  const pattern = new RegExp(`(?:${phrases})\\s+(?:the\\s+)?(?:State\\s+of\\s+|Commonwealth\\s+of\\s+|Province\\s+of\\s+|Republic\\s+of\\s+)?((?:\\p{Lu}[\\p{L}]+)(?:\\s+(?:and\\s+|of\\s+)?\\p{Lu}[\\p{L}]+){0,3})`, 'gu');
  const entries: Field[] = [];
  const seen = new Set<string>();
  for (const match of script.text.matchAll(pattern)) {
    const region = match[1]!;
    if (seen.has(region) || entries.length >= 5) continue;
    seen.add(region);
    const end = match.index + match[0].length;
    const clause = sentenceAround(script, match.index);
    entries.push(objectField({ Clause: text(script, clause.start, clause.end, 0.85), Region: text(script, end - region.length, end, 0.93) }));
  }
  return entries.length === 0 ? undefined : arrayField(entries);
}
