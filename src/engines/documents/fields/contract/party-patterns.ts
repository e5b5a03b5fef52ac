/**
 * Parties that the wording of a contract marks: behind a role and a colon (`Landlord: Pat Sample`), and before the name that the
 * contract gives them (`hereinafter called the LESSOR`, `party of the first part`, `(the "Client")`). For deeds, leases and forms, which
 * differ from the filings that weights were learned on.
 */
import type { ContractParts } from './contract-parts.ts';
import type { ContractText, TextRange } from './contract-text.ts';
import terms from './party-terms.json' with { type: 'json' };

export interface MarkedParty {
  /** Where the name begins. */
  start: number;
  reference?: TextRange;
}

const MAX_SEARCHED = 6000;
const MAX_LINES = 400;
const MAX_PARTIES = 8;
const ROLE = [...terms.roles].sort((a, b) => b.length - a.length).join('|');
const CAPTION = new RegExp(
  `^(?:\\(?\\d{1,2}[.)]\\s*|\\(?[a-z]\\)\\s*)?(?:the\\s+|name\\s+of\\s+(?:the\\s+)?)?(${ROLE})(?:'s)?(?:\\s+(?:full\\s+)?name)?\\s*(?:\\([^)]{0,30}\\)\\s*)?[:-]\\s*(?:(?:full\\s+)?name\\s*:\\s*)?(?=["(]?\\p{Lu}|\\d)`,
  'iu',
);
/** Names that a contract gives to something: in quotes and brackets, behind `hereinafter called`, or as a part. */
const ALIAS =
  /\(\s*[^()"]{0,80}"\s*(?:the\s+)?([^"]{2,40}?)\s*[,.]?"[^()]{0,60}\)|\b(?:[Hh]erein(?:after)?|[Hh]ereafter|HEREIN(?:AFTER)?)\b(?:[,\s]+(?:collectively|jointly|also|individually|severally|and|COLLECTIVELY|JOINTLY))*[,\s]*(?:(?:to\s+be\s+)?(?:called|CALLED|referred\s+to(?:\s+as)?|REFERRED\s+TO(?:\s+AS)?|known\s+as|described\s+as|termed(?:\s+as)?|designated(?:\s+as)?)\b)?[,\s]*(?:as\s+|AS\s+)?(?:the\s+|THE\s+|an?\s+)?"?\s*(\p{Lu}[\p{L}-]*(?:[\s/]\p{Lu}[\p{L}-]*){0,3})"?|(?:\b[Pp]art(?:y|ies)\s+)?\b(?:of|OF)\s+(?:the|THE)\s+(?:one|other|first|second|third|ONE|OTHER|FIRST|SECOND|THIRD|One|Other|First|Second|Third)\s+(?:part|PART|Part)\b/gu;
const IS_ROLE = new RegExp(`^(?:${ROLE})s?$`, 'iu');
/** What stands before a name. */
const BOUNDARY =
  /(?:\b(?:between|among|amongst|and|by|with|to|in\s+favou?r\s+of|of)\b\s*[:,-]?|\bparties\s*:|\(\s?(?:\d|[a-z]|i{1,3})\s?\)|(?:^|\s)\d\.|;|,|^)\s*(?=["(]?\p{Lu}|\d)/giu;
const STRONG = /between|among|parties|\band\b|favou?r|\(|\d\.|;|\bby\b/iu;
/** The title of a contract: `Confidentiality Agreement`. */
const TITLE = /^(?:\p{Lu}[\p{L}-]*\s+)*(?:agreement|agmt|covenant|contract|lease|deed)s?\b/iu;

export function findMarkedParties(contractText: ContractText, parts: ContractParts, nameStarts: ReadonlySet<number>): MarkedParty[] {
  const captioned = captionedParties(contractText, nameStarts);
  if (captioned.length > 1) return captioned;
  const named = aliasedParties(contractText, parts, nameStarts);
  return named.length > 1 ? named : captioned.length > 0 ? captioned : named;
}

function captionedParties({ text, words }: ContractText, nameStarts: ReadonlySet<number>): MarkedParty[] {
  const out = new Map<string, MarkedParty>();
  let lines = 0;
  for (const [i, { start, startsLine }] of words.entries()) {
    if (!startsLine && !(i > 0 && /[,;.]$/u.test(text.slice(words[i - 1]!.start, words[i - 1]!.end)))) continue;
    if (startsLine && ++lines > MAX_LINES) break;
    const match = CAPTION.exec(text.slice(start, start + 120));
    if (match === null || out.size >= MAX_PARTIES) continue;
    const at = start + match[0].length;
    const role = match[1]!.toLowerCase();
    const from = start + match[0].toLowerCase().indexOf(role);
    if (nameStarts.has(at) && !out.has(role)) out.set(role, { start: at, reference: { start: from, end: from + role.length } });
  }
  return [...out.values()];
}

function aliasedParties({ text }: ContractText, { preamble, hasBetween }: ContractParts, nameStarts: ReadonlySet<number>): MarkedParty[] {
  const offset = hasBetween ? preamble.start : 0;
  const head = text.slice(offset, offset + MAX_SEARCHED);
  const out: MarkedParty[] = [];
  const seen = new Set<string>();
  let from = 0;
  for (const match of head.matchAll(ALIAS)) {
    const alias = match[1] ?? match[2];
    const segment = head.slice(from, match.index);
    from = match.index + match[0].length;
    if (/\bwhereas\b|\bwitnesseth\b|\brecitals?\b/iu.test(segment) || out.length >= MAX_PARTIES) break;
    if (alias !== undefined && (!IS_ROLE.test(alias) || seen.has(alias.toLowerCase()))) continue;
    // `(the "Client") of the other part` has one party.
    const start = nameIn(segment, offset + from - match[0].length - segment.length, nameStarts, out.length > 0);
    if (start === undefined) continue;
    if (alias !== undefined) seen.add(alias.toLowerCase());
    const at = alias === undefined ? 0 : offset + match.index + match[0].lastIndexOf(alias);
    out.push({ start, ...(alias !== undefined && { reference: { start: at, end: at + alias.length } }) });
  }
  return out;
}

/** The first name behind `between`, `and` or a number in brackets; a first party may follow other words. */
function nameIn(segment: string, offset: number, nameStarts: ReadonlySet<number>, isLater: boolean): number | undefined {
  const places = [...segment.matchAll(BOUNDARY)].map((match) => ({ text: match[0], at: match.index + match[0].length }));
  const isName = ({ at }: { at: number }): boolean =>
    nameStarts.has(offset + at) &&
    !TITLE.test(segment.slice(at)) &&
    !/^(?:this|the\s+(?:said|party|parties)|whereas|now|which|india|state|in\s+favou?r|and)\b/iu.test(segment.slice(at));
  const between = places.findLast((place) => /between|among|parties|favou?r/iu.test(place.text) && isName(place));
  const found = (isLater ? undefined : between) ?? places.find((place) => STRONG.test(place.text) && isName(place));
  return found === undefined ? undefined : offset + found.at;
}
