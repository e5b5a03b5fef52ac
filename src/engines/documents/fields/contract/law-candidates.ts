/** Regions whose law or courts a contract names, with the surrounding words, as candidates for its governing law. */
import type { ContractText, TextRange } from './contract-text.ts';
import { findSentence, wordAt } from './contract-text.ts';
import data from './contract.json' with { type: 'json' };
import { describeContext } from './date-candidates.ts';
import { addSigns, compileSigns } from './ranking.ts';
import { regionAt, regionBefore, regionName } from './regions.ts';

export interface LawCandidate extends TextRange {
  /** Folded name of the region. */
  key: string;
  sentence: TextRange;
  features: Record<string, number>;
}

/** Words that lead to the name of a region. */
const LEAD =
  /\b(?:internal\s+|substantive\s+|domestic\s+|local\s+|federal\s+)?(?:laws?|legislation|statutes)(?:,?\s+(?:and|or)\s+(?:regulations?|rules|decisions|statutes|usages|customs|court\s+decisions|jurisdiction|courts?))?\s*(?:\([^()]{0,60}\)\s*)?,?\s+(?:in\s+(?:force|effect)\s+in|applicable\s+(?:in|to\s+contracts\s+(?:made|executed)\s+in)|of|in|prevailing\s+in|then\s+in\s+effect\s+in)\s+|\blaws?\b[,\s][^.;]{1,80}?\bof\s+(?=the\s+(?:state|commonwealth|province|republic|kingdom|people|federal)\b)|\b(?:courts?|jurisdiction|tribunals?|venue)\s+(?:located\s+)?(?:of|in|for|within|sitting\s+in)\s+/giu;
const FOLLOWED = /\b(?:(?:substantive|internal|domestic|federal|state|contract|material)\s+)?(?:laws?|courts?)\b/giu;
const MAX_CANDIDATES = 150;
const SIGNS = compileSigns(data.signs.law);

export function findLawCandidates(contractText: ContractText): LawCandidate[] {
  const { text } = contractText;
  const found: { region: TextRange; route: string }[] = [];
  for (const match of text.matchAll(LEAD)) {
    const isCourt = /court|jurisdiction|tribunal|venue/iu.test(match[0].slice(0, 12));
    const route = isCourt ? 'courts of' : 'laws of';
    const region = regionAt(text, match.index + match[0].length);
    if (region !== undefined) found.push({ region, route });
    else {
      const later = /^.{0,60}?\b(?:state|commonwealth|province|republic)\s+of\s+/iu.exec(
        text.slice(match.index + match[0].length, match.index + match[0].length + 90),
      );
      const far =
        later === null
          ? undefined
          : regionAt(text, match.index + match[0].length + later[0].search(/(?:state|commonwealth|province|republic)\s+of\s+$/iu));
      if (far !== undefined) found.push({ region: far, route: `${route} later` });
    }
    const second =
      region === undefined
        ? null
        : /^,?\s+and\s+(?:the\s+)?(?:laws\s+of\s+)?(?:the\s+)?(?=state|commonwealth|province)/iu.exec(
            text.slice(region.end, region.end + 40),
          );
    const other = second === null ? undefined : regionAt(text, region!.end + second[0].length);
    if (other !== undefined) found.push({ region: other, route: `${route} second` });
    if (found.length >= MAX_CANDIDATES) break;
  }
  for (const match of text.matchAll(FOLLOWED)) {
    if (found.length >= 2 * MAX_CANDIDATES) break;
    const region = regionBefore(text, match.index);
    if (region !== undefined) found.push({ region, route: /^law/iu.test(match[0]) ? 'law follows' : 'courts follow' });
  }
  const seen = new Set<number>();
  return found
    .filter(({ region }) => !seen.has(region.start) && seen.add(region.start) !== undefined)
    .map(({ region, route }) => ({
      ...region,
      key: regionKey(regionName(text.slice(region.start, region.end))),
      ...describe(contractText, region, route),
    }));
}

const regionKey = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z ]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

function describe(contractText: ContractText, region: TextRange, route: string): Pick<LawCandidate, 'features' | 'sentence'> {
  const { text, words } = contractText;
  const features: Record<string, number> = { bias: 1 };
  describeContext(features, text, region);
  features[`route ${route}`] = 1;
  const sentence = findSentence(contractText, region.start);
  const before = text.slice(Math.max(sentence.start, region.start - 350), region.start).toLowerCase();
  const after = text.slice(region.end, Math.min(sentence.end, region.end + 200)).toLowerCase();
  const heading = text.slice(Math.max(0, sentence.start - 80), Math.min(region.start, sentence.start + 50)).toLowerCase();
  const near = before.slice(-110);
  if (/\bgovern/u.test(near)) features['near govern'] = 1;
  else if (/\bgovern/u.test(before)) features['sentence govern'] = 1;
  const name = text.slice(region.start, region.end);
  addSigns(features, SIGNS, { near, end: before.slice(-70), heading, before, after, last: before.slice(-60), name });
  const at = wordAt(contractText, region.start);
  features[`share ${String(Math.floor((4 * at) / Math.max(1, words.length)))}`] = 1;
  return { features, sentence };
}
