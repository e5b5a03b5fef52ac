/** The parties of a contract: the text after `between`, split at the quoted names of the parties. */
import type { Field } from '../field.ts';
import { arrayField, buildField, objectField } from '../captions/build-field.ts';
import { addressOf } from '../values/addresses.ts';
import data from './contract.json' with { type: 'json' };
import type { ContractText } from './contract-text.ts';
import { findSentence, wordsIn } from './contract-text.ts';

const REFERENCE =
  /\(\s*(?:(?:hereinafter|herein|hereafter)?,?\s*(?:referred to as|called|the)?\s*)*(?:the\s+)?"\s*([^"]{2,60}?)\s*[,.]?"[^)]{0,60}\)/giu;
const ADDRESS_PHRASE =
  /\b(?:located at|having (?:its|an?) (?:principal )?(?:place of business|office|address|registered office) (?:is )?(?:at|of)|with (?:its|an?|offices?) ?(?:principal )?(?:place of business|offices?|address|registered office)? ?(?:at|of)|whose (?:principal )?address is|residing at|of|at)\s+(?=(?:\d|P\.?\s?O))/iu;
const ENTITY_TYPE =
  /,?\s+(?:an?|the)\s+(?:[A-Z][\p{L}]+\s+){0,3}(?:limited\s+liability\s+company|limited\s+partnership|corporation|company|partnership|individual|llc|sole proprietor|non-?profit\s+corporation|organization|resident)\b/iu;

export function findParties(contractText: ContractText, locale: string | undefined): Field | undefined {
  const head = contractText.text.slice(0, 12_000);
  const between = new RegExp(`\\b(?:${data.between.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|')})\\b:?\\s+`, 'iu').exec(head);
  if (between === null) return undefined;
  const from = between.index + between[0].length;
  const clause = findSentence(contractText, between.index);
  const end = Math.max(clause.end, findLastReference(head, from));
  const entries: Field[] = [];
  let at = from;
  for (const match of head.slice(from, end).matchAll(REFERENCE)) {
    const start = from + match.index;
    if (start < at || entries.length >= 8 || /\b(?:date|agreement|contract|term|services|parties)\b/iu.test(match[1]!)) continue;
    const referenceAt = start + match[0].indexOf(match[1]!);
    entries.push(buildParty(contractText, at, start, { start: referenceAt, end: referenceAt + match[1]!.length }, clause, locale));
    at = start + match[0].length;
  }
  if (entries.length === 0) {
    for (const part of splitAtAnd(head, from, clause.end))
      entries.push(buildParty(contractText, part.start, part.end, undefined, clause, locale));
  }
  const named = entries.filter((one) => one.type === 'object' && one.value['Name'] !== undefined);
  return named.length === 0 ? undefined : arrayField(named);
}

/** Quoted names may continue after full stops in addresses. */
function findLastReference(head: string, from: number): number {
  let end = from;
  for (const match of head.slice(from, from + 1500).matchAll(REFERENCE)) {
    if (match.index + from - end > 500) break;
    end = from + match.index + match[0].length;
  }
  return end;
}

function splitAtAnd(head: string, from: number, end: number): { start: number; end: number }[] {
  const segment = head.slice(from, end);
  const cut = /\s+and\s+(?=\p{Lu})/u.exec(segment);
  return cut === null
    ? []
    : [
        { start: from, end: from + cut.index },
        { start: from + cut.index + cut[0].length, end },
      ];
}

/** Removes the full stop of the sentence, but keeps that of Inc. */
const removeTrailingPeriod = (name: string): string =>
  /\b(?:Inc|Ltd|Corp|Co|Jr|Sr|[A-Z])\.$/u.test(name) ? name : name.replace(/\.$/u, '');

interface TextRange {
  start: number;
  end: number;
}

function buildParty(
  contractText: ContractText,
  start: number,
  end: number,
  reference: TextRange | undefined,
  clause: TextRange,
  locale: string | undefined,
): Field {
  const lead = /^[\s,;]*(?:and\s+)?(?:\(?\d\)|\([a-z]\))?\s*/iu.exec(contractText.text.slice(start, end))![0].length;
  const from = start + lead;
  const segment = contractText.text.slice(from, end);
  const stops = [
    ENTITY_TYPE.exec(segment)?.index,
    ADDRESS_PHRASE.exec(segment)?.index,
    /,?\s+(?:with|having|whose|located|residing|acting|organized|duly)\b/iu.exec(segment)?.index,
  ].filter((stop): stop is number => stop !== undefined && stop > 0);
  const nameEnd = Math.min(segment.length, ...stops);
  const name = removeTrailingPeriod(segment.slice(0, nameEnd).replace(/[\s,;(]+$/u, ''));
  const value: Record<string, Field> = {};
  const field = (at: number, length: number, certainty: number): Field =>
    buildField({ type: 'string', value: contractText.text.slice(at, at + length) }, wordsIn(contractText, at, at + length), certainty);
  if (/\p{L}{2}/u.test(name) && name.length < 120)
    value['Name'] = field(from, name.length, stops.length > 0 || reference !== undefined ? 0.93 : 0.75);
  const where = ADDRESS_PHRASE.exec(segment);
  if (where !== null) {
    const begin = where.index + where[0].length;
    const rest = segment.slice(begin).replace(/[\s,;.(]+$/u, '');
    const address = addressOf(rest, { locale: locale ?? 'en-US' });
    if (address !== undefined)
      value['Address'] = buildField(
        { type: 'address', value: address },
        wordsIn(contractText, from + begin, from + begin + rest.length),
        address.postalCode === undefined ? 0.7 : 0.93,
      );
  }
  if (reference !== undefined) value['ReferenceName'] = field(reference.start, reference.end - reference.start, 0.95);
  value['Clause'] = field(clause.start, clause.end - clause.start, 0.85);
  return objectField(value);
}
