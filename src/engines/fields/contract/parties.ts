/** The parties of a contract: what stands after `between`, parted by the names that each is given in quotes. */
import type { Field } from '../field.ts';
import { arrayField, fieldOf, objectField } from '../captions/build-field.ts';
import { addressOf } from '../values/addresses.ts';
import data from './contract.json' with { type: 'json' };
import type { Script } from './contract-text.ts';
import { sentenceAround, wordsIn } from './contract-text.ts';

const REFERENCE = /\(\s*(?:(?:hereinafter|herein|hereafter)?,?\s*(?:referred to as|called|the)?\s*)*(?:the\s+)?"\s*([^"]{2,60}?)\s*[,.]?"[^)]{0,60}\)/giu;
const AT = /\b(?:located at|having (?:its|an?) (?:principal )?(?:place of business|office|address|registered office) (?:is )?(?:at|of)|with (?:its|an?|offices?) ?(?:principal )?(?:place of business|offices?|address|registered office)? ?(?:at|of)|whose (?:principal )?address is|residing at|of|at)\s+(?=(?:\d|P\.?\s?O))/iu;
const KIND = /,?\s+(?:an?|the)\s+(?:[A-Z][\p{L}]+\s+){0,3}(?:limited\s+liability\s+company|limited\s+partnership|corporation|company|partnership|individual|llc|sole proprietor|non-?profit\s+corporation|organization|resident)\b/iu;

export function partiesOf(script: Script, locale: string | undefined): Field | undefined {
  const head = script.text.slice(0, 12_000);
  const between = new RegExp(`\\b(?:${data.between.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|')})\\b:?\\s+`, 'iu').exec(head);
  if (between === null) return undefined;
  const from = between.index + between[0].length;
  const clause = sentenceAround(script, between.index);
  const end = Math.max(clause.end, lastReference(head, from));
  const entries: Field[] = [];
  let at = from;
  for (const match of head.slice(from, end).matchAll(REFERENCE)) {
    const start = from + match.index;
    if (start < at || entries.length >= 8 || /\b(?:date|agreement|contract|term|services|parties)\b/iu.test(match[1]!)) continue;
    const referenceAt = start + match[0].indexOf(match[1]!);
    entries.push(entry(script, at, start, { start: referenceAt, end: referenceAt + match[1]!.length }, clause, locale));
    at = start + match[0].length;
  }
  if (entries.length === 0) {
    for (const part of partedByAnd(head, from, clause.end)) entries.push(entry(script, part.start, part.end, undefined, clause, locale));
  }
  const named = entries.filter((one) => one.type === 'object' && one.value['Name'] !== undefined);
  return named.length === 0 ? undefined : arrayField(named);
}

/** Names in quotes may follow each other over full stops within addresses. */
function lastReference(head: string, from: number): number {
  let end = from;
  for (const match of head.slice(from, from + 1500).matchAll(REFERENCE)) {
    if (match.index + from - end > 500) break;
    end = from + match.index + match[0].length;
  }
  return end;
}

function partedByAnd(head: string, from: number, end: number): { start: number; end: number }[] {
  const stretch = head.slice(from, end);
  const cut = /\s+and\s+(?=\p{Lu})/u.exec(stretch);
  return cut === null ? [] : [{ start: from, end: from + cut.index }, { start: from + cut.index + cut[0].length, end }];
}

/** A full stop that ends the sentence goes; that of Inc. stays. */
const withoutStop = (name: string): string => /\b(?:Inc|Ltd|Corp|Co|Jr|Sr|[A-Z])\.$/u.test(name) ? name : name.replace(/\.$/u, '');

interface Stretch { start: number; end: number }

function entry(script: Script, start: number, end: number, reference: Stretch | undefined, clause: Stretch, locale: string | undefined): Field {
  const lead = /^[\s,;]*(?:and\s+)?(?:\(?\d\)|\([a-z]\))?\s*/iu.exec(script.text.slice(start, end))![0].length;
  const from = start + lead;
  const stretch = script.text.slice(from, end);
  const stops = [KIND.exec(stretch)?.index, AT.exec(stretch)?.index, /,?\s+(?:with|having|whose|located|residing|acting|organized|duly)\b/iu.exec(stretch)?.index].filter((stop): stop is number => stop !== undefined && stop > 0);
  const nameEnd = Math.min(stretch.length, ...stops);
  const name = withoutStop(stretch.slice(0, nameEnd).replace(/[\s,;(]+$/u, ''));
  const value: Record<string, Field> = {};
  const field = (at: number, length: number, certainty: number): Field => fieldOf({ type: 'string', value: script.text.slice(at, at + length) }, wordsIn(script, at, at + length), certainty);
  if (/\p{L}{2}/u.test(name) && name.length < 120) value['Name'] = field(from, name.length, stops.length > 0 || reference !== undefined ? 0.93 : 0.75);
  const where = AT.exec(stretch);
  if (where !== null) {
    const begin = where.index + where[0].length;
    const rest = stretch.slice(begin).replace(/[\s,;.(]+$/u, '');
    const address = addressOf(rest, { locale: locale ?? 'en-US' });
    if (address !== undefined) value['Address'] = fieldOf({ type: 'address', value: address }, wordsIn(script, from + begin, from + begin + rest.length), address.postalCode === undefined ? 0.7 : 0.93);
  }
  if (reference !== undefined) value['ReferenceName'] = field(reference.start, reference.end - reference.start, 0.95);
  value['Clause'] = field(clause.start, clause.end - clause.start, 0.85);
  return objectField(value);
}
