/** Contracts: title, number, parties, dates by the preceding words, duration, jurisdiction. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import { arrayField, buildField, objectField } from '../captions/build-field.ts';
import { datesIn } from '../values/dates.ts';
import data from './contract.json' with { type: 'json' };
import { findParties } from './parties.ts';
import type { ContractText } from './contract-text.ts';
import { joinContractText, findSentence, wordsIn } from './contract-text.ts';

export function extractContracts(layout: DocumentLayout, { locale }: ExtractOptions): FoundDocument[] {
  const contractText = joinContractText(layout);
  if (contractText.words.length === 0) return [];
  const found: Record<string, Field | undefined> = {
    Title: findTitle(layout, contractText),
    ContractId: findContractNumber(contractText),
    Parties: findParties(contractText, locale),
    ...findDates(contractText, locale),
    ContractDuration: findDuration(contractText),
    Jurisdictions: findJurisdictions(contractText),
  };
  const names = Object.keys(data.fields).filter((path) => !path.includes('.') && found[path] !== undefined);
  if (names.length === 0) return [];
  return [
    {
      docType: data.docType,
      pages: layout.pages.map((_, i) => i),
      fields: Object.fromEntries(names.map((name) => [name, found[name]!])),
      confidence: Math.min(0.97, 0.4 + 0.12 * names.length),
    },
  ];
}

const buildTextField = (contractText: ContractText, start: number, end: number, certainty: number): Field =>
  buildField({ type: 'string', value: contractText.text.slice(start, end) }, wordsIn(contractText, start, end), certainty);

/** The title paragraph if it contains a contract keyword, otherwise the first line that does. */
function findTitle({ paragraphs, items, lines }: DocumentLayout, contractText: ContractText): Field | undefined {
  const textOf = (own: readonly number[]): string =>
    own
      .map((i) => items[i]!)
      .map((item) => (item.kind === 'word' ? item.text : ''))
      .join(' ')
      .trim();
  const isTitle = (one: string): boolean =>
    data.titleWords.some((word) =>
      one
        .toLowerCase()
        .split(/[^a-z]+/u)
        .includes(word),
    ) &&
    one.length < 120 &&
    !/[.;]$/u.test(one);
  const title =
    paragraphs.find(({ role, items: own }) => role === 'title' && isTitle(textOf(own))) ??
    lines
      .slice(0, 15)
      .find(({ items: own }) => isTitle(textOf(own)) && !/^\s*this\b/iu.test(textOf(own)) && !/[:#]|\b(?:no|number)\b/iu.test(textOf(own)));
  if (title === undefined || contractText.words.length === 0) return undefined;
  return buildField(
    { type: 'string', value: textOf(title.items) },
    title.items.map((item) => ({ item, confidence: items[item]!.confidence })),
    0.93,
  );
}

function findContractNumber(contractText: ContractText): Field | undefined {
  const phrases = data.numbers.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|');
  const match = new RegExp(`\\b(?:${phrases})\\.?\\s*[:#]?\\s*#?([A-Z0-9][A-Z0-9./-]*\\d[A-Z0-9/-]*)`, 'iu').exec(
    contractText.text.slice(0, 20_000),
  );
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  return buildTextField(contractText, end - match[1]!.length, end, 0.94);
}

const DATE_PHRASES = {
  ExecutionDate: data.execution,
  EffectiveDate: data.effective,
  ExpirationDate: data.expiration,
  RenewalDate: data.renewal,
} as const;

/** A date gets the name of the nearest preceding phrase in its sentence, or of the quoted name after it. */
function findDates(contractText: ContractText, locale: string | undefined): Record<string, Field> {
  const out: Record<string, Field> = {};
  const dates = [...datesIn(contractText.text.slice(0, 20_000), { locale }), ...datesIn(blankOrdinalWords(contractText.text), { locale })];
  for (const { value, start, end } of dates) {
    const before = contractText.text.slice(Math.max(0, start - 90), start).toLowerCase();
    const behind = contractText.text.slice(end, end + 60).toLowerCase();
    const name = dateNameAfter(behind) ?? dateNameBefore(before);
    if (name === undefined || out[name] !== undefined) continue;
    out[name] = buildField({ type: 'date', value }, wordsIn(contractText, start, end), dateNameAfter(behind) === undefined ? 0.9 : 0.95);
  }
  return out;
}

/** this 5th day of March, 2024 → this 5th        March, 2024, keeping positions. */
const blankOrdinalWords = (all: string): string =>
  all
    .slice(0, 20_000)
    .replace(/(\d{1,2}(?:st|nd|rd|th))\s+day\s+of\s+(?=[A-Z])/gu, (whole, day: string) => day + ' '.repeat(whole.length - day.length));

const dateNameAfter = (behind: string): string | undefined => {
  const name = /^,?\s*\(\s*(?:the\s+)?"?(effective|execution|expiration|renewal|signing|commencement|termination)\s+date/u.exec(
    behind,
  )?.[1];
  return name === undefined
    ? undefined
    : {
        effective: 'EffectiveDate',
        commencement: 'EffectiveDate',
        execution: 'ExecutionDate',
        signing: 'ExecutionDate',
        expiration: 'ExpirationDate',
        termination: 'ExpirationDate',
        renewal: 'RenewalDate',
      }[name];
};

function dateNameBefore(before: string): string | undefined {
  let nearest: { name: string; at: number; length: number } | undefined;
  for (const [name, phrases] of Object.entries(DATE_PHRASES)) {
    for (const phrase of phrases) {
      const at = before.lastIndexOf(phrase);
      if (at < 0 || before.length - at - phrase.length > 30 || /[.;]\s/u.test(before.slice(at + phrase.length))) continue;
      const end = at + phrase.length;
      if (
        nearest === undefined ||
        end > nearest.at + nearest.length ||
        (end === nearest.at + nearest.length && phrase.length > nearest.length)
      )
        nearest = { name, at, length: phrase.length };
    }
  }
  return nearest?.name;
}

function findDuration(contractText: ContractText): Field | undefined {
  const phrases = data.duration.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|');
  const number =
    '(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|twenty-four|thirty-six|thirty|sixty|ninety|[a-z]+)\\s*(?:\\(\\d+\\)\\s*)?|\\d+\\s*)';
  const match = new RegExp(`(?:${phrases})\\s+(${number}(?:calendar\\s+)?(?:years?|months?|weeks?|days?))`, 'iu').exec(contractText.text);
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  return buildTextField(contractText, end - match[1]!.length, end, 0.92);
}

/** Regions named in governing-law clauses, each once. */
function findJurisdictions(contractText: ContractText): Field | undefined {
  const phrases = data.law.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|');
  const pattern = new RegExp(
    `(?:${phrases})\\s+(?:the\\s+)?(?:State\\s+of\\s+|Commonwealth\\s+of\\s+|Province\\s+of\\s+|Republic\\s+of\\s+)?((?:\\p{Lu}[\\p{L}]+)(?:\\s+(?:and\\s+|of\\s+)?\\p{Lu}[\\p{L}]+){0,3})`,
    'gu',
  );
  const entries: Field[] = [];
  const seen = new Set<string>();
  for (const match of contractText.text.matchAll(pattern)) {
    const region = match[1]!;
    if (seen.has(region) || entries.length >= 5) continue;
    seen.add(region);
    const end = match.index + match[0].length;
    const clause = findSentence(contractText, match.index);
    entries.push(
      objectField({
        Clause: buildTextField(contractText, clause.start, clause.end, 0.85),
        Region: buildTextField(contractText, end - region.length, end, 0.93),
      }),
    );
  }
  return entries.length === 0 ? undefined : arrayField(entries);
}
