/** Decides which candidates are the fields of a contract. */
import type { ContractCandidates, NameEnd } from './candidates.ts';
import data from './contract.json' with { type: 'json' };
import type { ContractText, TextRange } from './contract-text.ts';
import type { DateCandidate } from './date-candidates.ts';
import type { DurationCandidate } from './durations.ts';
import { addDuration } from './durations.ts';
import type { LawCandidate } from './law-candidates.ts';
import type { NamePlace, PartyCandidate } from './party-candidates.ts';
import { isWithin } from './contract-parts.ts';
import { joinPlaces } from './party-candidates.ts';
import { describeParty } from './party-features.ts';
import { findMarkedParties } from './party-patterns.ts';
import { foldName } from './party-names.ts';
import type { Weights } from './ranking.ts';
import { addSigns, choose, compileSigns, scoreOf } from './ranking.ts';
import type { TitleCandidate } from './title-candidates.ts';

export interface ContractWeights {
  title: Weights;
  /** Where a name ends. */
  nameEnd: Weights;
  /** Whether a name is a party. */
  party: Weights;
  execution: Weights;
  effective: Weights;
  expiration: Weights;
  duration: Weights;
  law: Weights;
}

export interface Decision<T> {
  candidate: T;
  /** Probability among all candidates and none; of a party: on its own. */
  probability: number;
}

/** Length of text that is searched for clauses. */
const MAX_SEARCHED = 300_000;

/** How much more probable than a value none must be; lawyers leave out dates that can be inferred, so none is learned too well. */
const NONE_SHARES = { execution: 0.5, effective: 0.3, expiration: 0.4, duration: 0.4 } as const;

const COMPUTED = compileSigns(data.signs.computed);

interface Ranked {
  features: Readonly<Record<string, number>>;
}

function decide<T extends Ranked>(
  weights: Weights,
  candidates: readonly T[],
  keyOf: (candidate: T) => string,
  noneShare = 1,
): Decision<T> | undefined {
  const choice = choose(
    candidates.map(({ features }) => scoreOf(weights, features)),
    candidates.map(keyOf),
    noneShare,
  );
  return choice === undefined ? undefined : { candidate: candidates[choice.index]!, probability: choice.probability };
}

export const decideTitle = ({ titles }: ContractCandidates, weights: ContractWeights): Decision<TitleCandidate> | undefined =>
  decide(weights.title, titles, ({ key }) => key);

export const decideExecution = ({ dates }: ContractCandidates, weights: ContractWeights): Decision<DateCandidate> | undefined =>
  decide(weights.execution, dates, ({ value }) => value, NONE_SHARES.execution);

/** Clauses that make a contract effective on its own date, or when all have signed. */
const FROM_OWN_DATE =
  /\b(?:effective date|commencement date)"?,?\s+(?:of this agreement\s+)?(?:means|shall mean|shall be|is)\s+(?:the\s+)?date\s+(?:hereof|of this|first|on which this)|\b(?:commenc\w*|effective|begin\w*|force)\s+(?:and effective\s+)?(?:as\s+)?(?:on|of|upon|from)\s+(?:the\s+)?(?:date\s+(?:hereof|of this|first|of (?:its|the) (?:execution|signature|signing)|of execution|on which (?:it|this agreement) is signed)|execution|signature|signing)/iu;
const FROM_LAST_SIGNATURE =
  /\b(?:last|later|latest)\s+(?:date\s+of\s+(?:execution|signature)|of\s+the\s+(?:dates|two\s+signature)|(?:party|signatory|signature|person)\b)|\bsigned by (?:the last|both|all)\b/iu;

/** Dates with their relation to the execution date. */
export function findEffective(
  { dates, contractText: { text } }: ContractCandidates,
  execution: Decision<DateCandidate> | undefined,
): DateCandidate[] {
  const head = text.slice(0, MAX_SEARCHED);
  const ownDate = FROM_OWN_DATE.test(head);
  const lastSignature = FROM_LAST_SIGNATURE.test(head);
  return dates.map((date) => {
    const features: Record<string, number> = { ...date.features };
    if (date.value === execution?.candidate.value) {
      features['equals execution'] = 1;
      if (ownDate) features['effective from execution'] = 1;
      if (lastSignature) features['effective from last signature'] = 1;
    } else if (ownDate) features['other than execution, effective from execution'] = 1;
    return { ...date, features };
  });
}

const decideDuration = ({ durations }: ContractCandidates, weights: ContractWeights): Decision<DurationCandidate> | undefined =>
  decide(weights.duration, durations, durationKey, NONE_SHARES.duration);

export const durationKey = ({ count, unit }: DurationCandidate): string =>
  unit === 'year' ? `${String(12 * count)} month` : `${String(count)} ${unit}`;

export const decideLaw = ({ laws }: ContractCandidates, weights: ContractWeights): Decision<LawCandidate> | undefined =>
  decide(weights.law, laws, ({ key }) => key);

/** A date as printed, or the start of the contract plus its duration. */
export interface ExpirationCandidate extends TextRange {
  value: string;
  isComputed: boolean;
  features: Record<string, number>;
}

export interface ContractDates {
  execution?: Decision<DateCandidate>;
  effective?: Decision<DateCandidate>;
  duration?: Decision<DurationCandidate>;
  expiration?: Decision<ExpirationCandidate>;
}

export function decideDates(candidates: ContractCandidates, weights: ContractWeights): ContractDates {
  const execution = decideExecution(candidates, weights);
  const effective =
    decide(weights.effective, findEffective(candidates, execution), ({ value }) => value, NONE_SHARES.effective) ??
    phrased(candidates, candidates.dates, START);
  const duration = findDuration(candidates, weights);
  const expirations = findExpirations(candidates, { execution, effective, duration });
  const expiration = decide(weights.expiration, expirations, ({ value }) => value, NONE_SHARES.expiration);
  return { execution, effective, duration, expiration };
}

/** Clauses in which the contract itself, or what it obliges to, ends: `Obligations under this agreement expire …`. */
const CONTRACT = /\b(?:this|the)\s(?:\S+\s){0,3}(?:agreement|contract|lease|deed)\b|\bhereunder\b/iu;
const ENDS = /\b(?:terminates?|expires?|ceases?)\b/iu;
const FROM_DATE = /^[^.;]{0,12}\b(?:from|after|following|of)\s(?:the\s)?(?:effective\s|execution\s)?date\b/iu;
/** Sentences that bind a person or a party for some time. */
const COVENANT = /\b(?:agrees?|(?:shall|will|may) not|neither|employ\w*|solicit\w*|disclos\w*|restrict\w*|standstill|compet\w*)\b/iu;
const SURE = 0.5;

function findDuration(candidates: ContractCandidates, weights: ContractWeights): Decision<DurationCandidate> | undefined {
  const { text } = candidates.contractText;
  const ranked = decideDuration(candidates, weights);
  const isCovenant = ({ sentence }: DurationCandidate): boolean => COVENANT.test(text.slice(sentence.start, sentence.end));
  if (ranked !== undefined && (ranked.probability >= SURE || !isCovenant(ranked.candidate))) return ranked;
  const stated = candidates.durations.filter(({ start, end, sentence, unit }) => {
    const before = text.slice(sentence.start, start);
    const contract = CONTRACT.exec(before);
    return unit !== 'day' && contract !== null && ENDS.test(before.slice(contract.index)) && FROM_DATE.test(text.slice(end, end + 80));
  });
  const candidate = stated.find(({ features }) => features['from effective date'] === 1) ?? stated[0];
  if (candidate !== undefined) return { candidate, probability: SURE };
  const others = candidates.durations.filter((one) => !isCovenant(one));
  return ranked ?? phrased(candidates, others, TERM);
}

/** Phrases directly before a value that leave no doubt. */
const START: readonly string[] = ['phrase effective next'];
const TERM: readonly string[] = ['phrases next after', 'heading term'];
const PHRASED = 0.3;

/** Long contracts say the same of many things. */
const MAX_LENGTH = 30_000;

/** A value directly behind its phrase, such as `commencing from`, where none was a little more probable. */
function phrased<T extends Ranked>(
  { contractText: { text } }: ContractCandidates,
  all: readonly T[],
  names: readonly string[],
): Decision<T> | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const candidate = all.find(
    ({ features }) =>
      names.some((name) => features[name] === 1) &&
      features['sentence whereas'] !== 1 &&
      features['other subject'] !== 1 &&
      features['sentence renewal before'] !== 1,
  );
  return candidate === undefined ? undefined : { candidate, probability: PHRASED };
}

/** Few contracts print their expiry: single words around it would be learned by heart. */
const CONTEXT_WORDS = /^(?:before|after)(?:\d| pair)? /u;

export function findExpirations(
  { dates, contractText: { text } }: ContractCandidates,
  { execution, effective, duration }: ContractDates,
): ExpirationCandidate[] {
  const out: ExpirationCandidate[] = dates.map(({ value, start, end, features }) => {
    const own: Record<string, number> = {};
    for (const [name, known] of Object.entries(features)) if (!CONTEXT_WORDS.test(name)) own[name] = known;
    if (value === execution?.candidate.value) own['equals execution'] = 1;
    if (value === effective?.candidate.value) own['equals effective'] = 1;
    if (duration !== undefined) own['duration is given'] = 1;
    if (duration !== undefined && start >= duration.candidate.sentence.start && end <= duration.candidate.sentence.end)
      own['beside duration'] = 1;
    const startDate = effective?.candidate.value ?? execution?.candidate.value;
    if (startDate !== undefined) own[value > startDate ? 'after start' : 'not after start'] = 1;
    if (features['phrase expiration'] === 1 && startDate !== undefined && value > startDate) own['phrase expiration after start'] = 1;
    return { value, start, end, isComputed: false, features: own };
  });
  if (duration === undefined) return out;
  const { count, unit, start, end, sentence } = duration.candidate;
  const stated = dates.find((date) => date.start >= sentence.start && date.end <= sentence.end && isStart(text, date));
  const sources = [
    ['stated', stated?.value],
    ['effective', effective?.candidate.value],
    ['execution', execution?.candidate.value],
  ] as const;
  const words = text.slice(sentence.start, sentence.end);
  const seen = new Set<string>();
  for (const [source, from] of sources) {
    const value = from === undefined || seen.has(from) ? undefined : addDuration(from, count, unit);
    if (value === undefined || from === undefined) continue;
    const features: Record<string, number> = {
      computed: 1,
      [`computed from ${source}`]: 1,
      [`computed first ${String(seen.size === 0)}`]: 1,
      [`computed unit ${unit}`]: 1,
      'computed probability': duration.probability,
    };
    if (dates.some((date) => date.value > from && date.start >= sentence.start && date.end <= sentence.end))
      features['computed beside later date'] = 1;
    addSigns(features, COMPUTED, { words });
    seen.add(from);
    out.push({ value, start, end, isComputed: true, features });
  }
  return out;
}

const isStart = (text: string, { start }: TextRange): boolean =>
  /\b(?:from|commenc\w*|beginn?\w*|effective|start\w*|as of|on|after)\b[^.;]{0,40}$/iu.test(text.slice(Math.max(0, start - 70), start));

export interface ScoredParty extends PartyCandidate {
  features: Record<string, number>;
  /** The name that the contract gives to the party, where its wording marks it. */
  reference?: TextRange;
}

/** The most probable name at each place where one may begin; equal names are one candidate. */
export function findPartyCandidates({ contractText, parts, names }: ContractCandidates, nameEnd: Weights): ScoredParty[] {
  const places = names.map((ends) => {
    const scores = ends.map(({ features }) => scoreOf(nameEnd, features));
    return ends[scores.indexOf(Math.max(...scores))]!;
  });
  return joinPlaces(contractText, places).map((party) => ({ ...party, features: describeParty(contractText, parts, party) }));
}

const MAX_PARTIES = 40;
/** A contract has at least two parties: the two most probable names need less evidence. */
const [MIN_PROBABILITY, MIN_PROBABILITY_OF_TWO] = [0.5, 0.15];
/** Probability of a name that the wording marks, at least. */
const MARKED = 0.4;

/** Names that are probable on their own, do not overlap and differ; in the order of the text. */
export function decideParties(candidates: ContractCandidates, weights: ContractWeights): Decision<ScoredParty>[] {
  const ranked = findPartyCandidates(candidates, weights.nameEnd)
    .map((candidate) => ({ candidate, probability: 1 / (1 + Math.exp(-scoreOf(weights.party, candidate.features))) }))
    .sort((a, b) => b.probability - a.probability);
  const chosen: Decision<ScoredParty>[] = [];
  for (const one of ranked) {
    if (chosen.length >= MAX_PARTIES || one.probability < (chosen.length < 2 ? MIN_PROBABILITY_OF_TWO : MIN_PROBABILITY)) break;
    if (chosen.some((other) => conflicts(one.candidate, other.candidate))) continue;
    chosen.push(one);
  }
  const known = withMarkedParties(candidates, chosen, weights);
  const parties = known.length === 1 ? splitAtAnd(candidates, known[0]!) : known;
  return withSigners(candidates, parties, ranked).sort((a, b) => a.candidate.places[0]!.start - b.candidate.places[0]!.start);
}

const PERSON = /^\p{Lu}[\p{L}'.-]+(?:\s\p{Lu}[\p{L}'.-]+){1,3}$/u;

/** Where fewer than two parties are known: persons at the head who sign, and companies that sign or have a name in quotes there. */
function withSigners(
  { contractText: { text, words }, parts: { signatures } }: ContractCandidates,
  known: readonly Decision<ScoredParty>[],
  ranked: readonly Decision<ScoredParty>[],
): Decision<ScoredParty>[] {
  const out = [...known];
  const isSigner = ({ name, places, features }: ScoredParty): boolean => {
    if (features['generic words'] === 1 || features['defined term'] === 1) return false;
    const signed = places.filter(({ start }) => signatures.some((signature) => isWithin(start, signature)));
    const isSigned = ({ start, from, to }: NamePlace): boolean =>
      /\b(?:by|name)\s*:\s*$/iu.test(text.slice(Math.max(0, start - 12), start)) ||
      (words[from]!.startsLine && words[to]?.startsLine !== false);
    if (features['legal form last'] === 1)
      return features['signature follows some place'] === 1 || (features['alias follows'] === 1 && signed.length < places.length);
    return PERSON.test(name) && signed.some(isSigned) && signed.length < places.length;
  };
  for (const one of text.length > MAX_LENGTH ? [] : ranked) {
    if (out.length >= 2) break;
    if (isSigner(one.candidate) && !out.some((other) => conflicts(one.candidate, other.candidate)))
      out.push({ ...one, probability: Math.max(MARKED, one.probability) });
  }
  return out;
}

/** Where fewer than two names are probable on their own, those that the wording marks as parties. */
function withMarkedParties(
  { contractText, parts, names }: ContractCandidates,
  chosen: readonly Decision<ScoredParty>[],
  weights: ContractWeights,
): Decision<ScoredParty>[] {
  if (chosen.length > 1 && chosen.some(({ probability }) => probability >= MIN_PROBABILITY)) return [...chosen];
  const byStart = new Map(names.map((ends) => [ends[0]!.start, ends]));
  const marked = findMarkedParties(contractText, parts, new Set(byStart.keys())).flatMap(({ start, reference }) => {
    const ends = withoutLineEnds(contractText, byStart.get(start)!);
    const scores = ends.map(({ features }) => scoreOf(weights.nameEnd, features));
    return joinPlaces(contractText, [ends[scores.indexOf(Math.max(...scores))]!]).flatMap((party): Decision<ScoredParty>[] => {
      const features = describeParty(contractText, parts, party);
      const probability = 1 / (1 + Math.exp(-scoreOf(weights.party, features)));
      if (features['generic words'] === 1 || features['defined term'] === 1) return [];
      return [
        { candidate: { ...party, features, ...(reference !== undefined && { reference }) }, probability: Math.max(MARKED, probability) },
      ];
    });
  });
  if (marked.length < 2 && chosen.length > 1) return [...chosen];
  const out: Decision<ScoredParty>[] = [];
  for (const one of [...marked, ...chosen]) if (!out.some((other) => conflicts(one.candidate, other.candidate))) out.push(one);
  return marked.length > 1 ? out.filter((one) => marked.includes(one) || one.probability >= MIN_PROBABILITY) : out;
}

/** Without names that are cut at the end of a line within a paragraph, where a capital follows. */
function withoutLineEnds({ text, words }: ContractText, ends: readonly NameEnd[]): readonly NameEnd[] {
  const kept = ends.filter(({ to }) => {
    const next = words[to];
    const isCut = next?.startsLine === true && !next.startsParagraph && /\p{Lu}/u.test(text[next.start]!);
    return !isCut || !/[\p{L}&]/u.test(text[words[to - 1]!.end - 1]!);
  });
  return kept.length > 0 ? kept : ends;
}

/** A contract has two parties: `Pat Sample and Kim Muster` alone are both. */
function splitAtAnd({ contractText, parts, names }: ContractCandidates, only: Decision<ScoredParty>): Decision<ScoredParty>[] {
  const { start, end } = only.candidate.places[0]!;
  const cut = /\s(?:and|&)\s(?!.*\s(?:and|&)\s)/isu.exec(contractText.text.slice(start, end));
  if (cut === null) return [only];
  const [firstEnd, secondStart] = [start + cut.index, start + cut.index + cut[0].length];
  const places = names.flat();
  const first = places.find((place) => place.start === start && place.end === firstEnd);
  const second = places.find((place) => place.start === secondStart && place.end === end);
  if (first === undefined || second === undefined) return [only];
  return joinPlaces(contractText, [first, second]).map((party) => ({
    candidate: { ...party, features: describeParty(contractText, parts, party) },
    probability: only.probability / 2,
  }));
}

function conflicts(one: ScoredParty, other: ScoredParty): boolean {
  if (one.places.some((a) => other.places.some((b) => a.start < b.end && b.start < a.end))) return true;
  const [a, b] = [foldName(one.name), foldName(other.name)];
  return isSameName(a, b) || (a.length > 5 && b.startsWith(a)) || (b.length > 5 && a.startsWith(b));
}

const FORM_END = /(?:inc|incorporated|corp|corporation|co|company|llc|ltd|limited|lp)$/u;
/** Names that differ in the legal form only are one party, written in two ways. */
const isSameName = (a: string, b: string): boolean =>
  a.replace(/^the/u, '').replace(FORM_END, '') === b.replace(/^the/u, '').replace(FORM_END, '');
