/** US health insurance cards: captions with values beside or below, and copays by benefit. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FoundDocument } from '../field.ts';
import { arrayField, buildField, objectField, buildStringField } from '../captions/build-field.ts';
import type { InlineCaption } from '../captions/inline-captions.ts';
import { createInlineCaptionFinder } from '../captions/inline-captions.ts';
import type { PageText, PlacedLine, PlacedWord } from '../captions/page-text.ts';
import { pageText, textOf } from '../captions/page-text.ts';
import { addressOf } from '../values/addresses.ts';
import { dateOf } from '../values/dates.ts';
import { moneyIn } from '../values/money.ts';
import { phonesIn } from '../values/phones.ts';
import data from './health-insurance-card.json' with { type: 'json' };

type Kind = 'name' | 'names' | 'id' | 'code' | 'text' | 'date' | 'sex' | 'phone' | 'address';

const findCaptions = createInlineCaptionFinder(data.captions as unknown as readonly InlineCaption<Kind>[]);

/** All pages are one card, because a card has two sides. */
export function extractHealthCards(layout: DocumentLayout): FoundDocument[] {
  const fields: Record<string, Field> = {};
  const parts: Record<string, Record<string, Field>> = {};
  const pages: number[] = [];
  layout.pages.forEach((_, index) => {
    const page = pageText(layout, index);
    if (page.lines.length === 0) return;
    pages.push(index);
    readCaptions(page, fields, parts);
    const copays = findCopays(page);
    if (copays.length > 0 && fields['Copays'] === undefined) fields['Copays'] = arrayField(copays);
    fields['Insurer'] ??= findInsurer(page)!;
    if (fields['Insurer'] === undefined) delete fields['Insurer'];
    const type = findPlanType(page);
    if (type !== undefined && parts['Plan']?.['Type'] === undefined) (parts['Plan'] ??= {})['Type'] = type;
  });
  for (const [name, own] of Object.entries(parts)) fields[name] = objectField(own);
  const names = Object.keys(data.fields).filter((path) => !path.includes('.') && fields[path] !== undefined);
  if (names.length < 2) return [];
  return [
    {
      docType: data.docType,
      pages,
      fields: Object.fromEntries(names.map((name) => [name, fields[name]!])),
      confidence: Math.min(0.98, 0.4 + 0.1 * names.length),
    },
  ];
}

function readCaptions(page: PageText, fields: Record<string, Field>, parts: Record<string, Record<string, Field>>): void {
  for (const {
    caption: { field, kind },
    words,
    key,
    below,
  } of findCaptions(page)) {
    const certainty = below ? 0.88 : 0.95;
    const [name, part] = field.split('.') as [string, string?];
    const own = kind === 'address' || kind === 'names' ? readLinesBelow(page, key, words) : [words];
    if (name === 'IdNumber') {
      const value = parseMemberId(words, certainty);
      if (value !== undefined && parts['IdNumber'] === undefined) parts['IdNumber'] = value;
      continue;
    }
    const value = parseValue(kind, own, certainty);
    if (value === undefined) continue;
    if (part === undefined) fields[name] ??= value;
    else if (parts[name]?.[part] === undefined) (parts[name] ??= {})[part] = value;
  }
}

/** The given words and the adjacent lines below. */
function readLinesBelow(page: PageText, key: readonly PlacedWord[], words: readonly PlacedWord[]): readonly (readonly PlacedWord[])[] {
  const start = words[0] ?? key[0]!;
  const out: (readonly PlacedWord[])[] = words.length > 0 ? [words] : [];
  let bottom = start.box.bottom;
  for (const line of page.lines.filter(({ box }) => box.top > start.box.top + 0.4 * page.height).sort((a, b) => a.box.top - b.box.top)) {
    if (
      line.words.some((word) => words.includes(word)) ||
      Math.min(Math.abs(line.box.left - start.box.left), Math.abs(line.box.left - key[0]!.box.left)) > 2 * page.height
    )
      continue;
    if (line.box.top - bottom > 1.2 * page.height || out.length > 4) break;
    out.push(line.words);
    bottom = line.box.bottom;
  }
  return out;
}

function parseValue(kind: Kind, rows: readonly (readonly PlacedWord[])[], certainty: number): Field | undefined {
  const words = rows[0] ?? [];
  const text = textOf(words);
  switch (kind) {
    case 'name': {
      const own = takeWhile(words, ({ text: word }) => /^\p{L}[\p{L}'’.,-]*$/u.test(word));
      return own.length < 2 ? undefined : buildStringField(own, certainty);
    }
    case 'names': {
      const names = rows.flatMap((row) => splitNames(row)).slice(0, 10);
      return names.length === 0
        ? undefined
        : arrayField(names.map((own) => objectField({ Name: buildStringField(own, 0.85 * certainty, textOf(own).replace(/[,;]$/u, '')) })));
    }
    case 'code': {
      const own = takeWhile(words, ({ text: word }) => /^[A-Z0-9#*-]+$/iu.test(word)).slice(0, 1);
      return own.length === 0 || !/[A-Z0-9]{2}/iu.test(own[0]!.text) ? undefined : buildStringField(own, certainty);
    }
    case 'id':
      return words.length === 0
        ? undefined
        : buildStringField(
            words.slice(0, 2).filter(({ text: word }) => /\d/u.test(word)),
            certainty,
          );
    case 'text':
      return words.length === 0 || !/\p{L}{2}|\d{3}/u.test(text) ? undefined : buildStringField(words, 0.93 * certainty);
    case 'date': {
      const value = dateOf(text, { locale: 'en-US' });
      return value === undefined ? undefined : buildField({ type: 'date', value }, words, certainty);
    }
    case 'sex':
      return /^[MFX]$/iu.test(text[0] ?? '') ? buildStringField(words.slice(0, 1), certainty) : undefined;
    case 'phone': {
      const [found] = phonesIn(text);
      return found === undefined
        ? undefined
        : buildField(
            { type: 'phoneNumber', value: found.value },
            words.filter(({ text: word }) => /\d/u.test(word)),
            0.9 * certainty,
          );
    }
    case 'address': {
      const value =
        addressOf(rows.slice(0, 4).map(textOf).join('\n'), { locale: 'en-US' }) ??
        addressOf(rows.slice(0, 3).map(textOf).join('\n'), { locale: 'en-US' });
      return value?.postalCode === undefined
        ? undefined
        : buildField({ type: 'address', value }, rows.slice(0, 4).flat(), 0.88 * certainty);
    }
  }
}

/** Names separated by commas, or one per line, optionally numbered. */
function splitNames(words: readonly PlacedWord[]): PlacedWord[][] {
  const names: PlacedWord[][] = [[]];
  for (const word of words) {
    if (/^\d/u.test(word.text)) continue;
    if (!/^\p{L}[\p{L}'’.-]*[,;]?$/u.test(word.text)) return names.filter(({ length }) => length >= 2);
    names.at(-1)!.push(word);
    if (/[,;]$/u.test(word.text)) names.push([]);
  }
  return names.filter(({ length }) => length >= 2);
}

function takeWhile(words: readonly PlacedWord[], fits: (word: PlacedWord) => boolean): readonly PlacedWord[] {
  const end = words.findIndex((word) => !fits(word));
  return end < 0 ? words : words.slice(0, end);
}

/** Letters before the digits are the prefix. */
function parseMemberId(words: readonly PlacedWord[], certainty: number): Record<string, Field> | undefined {
  const at = words.findIndex(({ text }) => /\d{2}/u.test(text));
  if (at < 0 || at > 1) return undefined;
  const lead = at === 1 && /^[A-Z]{2,4}$/u.test(words[0]!.text) ? words[0] : undefined;
  const rest = [words[at]!];
  for (const word of words.slice(at + 1, at + 4))
    if (/^\d[\d-]*$/u.test(word.text)) rest.push(word);
    else break;
  const whole = textOf(rest);
  const match = lead === undefined ? /^([A-Z]{3})([\dA-Z][\dA-Z -]{4,})$/u.exec(whole) : null;
  if (match !== null && /^\d/u.test(match[2]!))
    return { Prefix: buildStringField(rest, 0.95 * certainty, match[1]!), Number: buildStringField(rest, certainty, match[2]!) };
  return {
    ...(lead === undefined ? {} : { Prefix: buildStringField([lead], 0.95 * certainty) }),
    Number: buildStringField(rest, certainty),
  };
}

/** Benefit and amount on one line. */
function findCopays(page: PageText): Field[] {
  const out: Field[] = [];
  for (const line of page.lines) {
    const amounts = moneyIn(line.text, { locale: 'en-US' }).filter(({ value }) => value.symbol === '$');
    if (amounts.length === 0) continue;
    let from = 0;
    for (const { value, start, end } of amounts) {
      const label = wordsInRange(line, from, start);
      const amount = wordsInRange(line, start, end);
      from = end;
      const name = textOf(label)
        .toLowerCase()
        .replace(/[^a-z -]/gu, '')
        .trim();
      if (
        label.length > 0 &&
        data.benefits.some(
          (benefit) => name === benefit || (name.includes(benefit) && benefit.length > 3) || name.split(' ').includes(benefit),
        )
      ) {
        const kept = label.filter(({ text }) => /\p{L}/u.test(text) && !/^co-?pays?:?$/iu.test(text));
        out.push(
          objectField({
            ...(kept.length > 0 ? { Benefit: buildStringField(kept, 0.9, textOf(kept).replace(/[:,]$/u, '')) } : {}),
            Amount: buildField({ type: 'currency', value }, amount, 0.95),
          }),
        );
      }
    }
  }
  return out;
}

function wordsInRange({ words }: PlacedLine, start: number, end: number): PlacedWord[] {
  let at = 0;
  return words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from >= start - 1 && from < end;
  });
}

/** A line with a known insurer or an insurer keyword; larger text first. */
function findInsurer(page: PageText): Field | undefined {
  const scored = page.lines
    .filter(({ text }) => !/\d/u.test(text) && text.length < 50 && !text.includes(':'))
    .map((line) => {
      const low = line.text.toLowerCase();
      const isInsurer = data.insurers.some((name) => low.includes(name)) ? 2 : 0;
      const hasInsurerWord = line.words.some(({ text }) => data.insurerWords.includes(text.toLowerCase())) ? 1 : 0;
      return {
        line,
        score: isInsurer + hasInsurerWord + (0.5 * (line.box.bottom - line.box.top)) / page.height,
        fits: isInsurer + hasInsurerWord > 0,
      };
    })
    .filter(({ fits, line }) => fits && !findCaptions({ ...page, lines: [line] }).some(({ below }) => !below))
    .sort((a, b) => b.score - a.score);
  const [first] = scored;
  return first === undefined ? undefined : buildStringField(first.line.words, 0.88);
}

function findPlanType(page: PageText): Field | undefined {
  const word = page.words.find(({ text }) => data.planTypes.includes(text.replace(/[^A-Z]/gu, '')) && /^[A-Z]{3,4}[,.]?$/u.test(text));
  return word === undefined ? undefined : buildStringField([word], 0.9);
}
