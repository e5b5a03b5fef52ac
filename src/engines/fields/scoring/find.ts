/** Fields of a sheet by a model's data and weights: labels, candidates, scores, the best assignment, confidences. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { addressesIn } from '../candidates/address-blocks.ts';
import type { Candidate, Kind } from '../candidates/candidates.ts';
import { candidatesIn } from '../candidates/candidates.ts';
import { documentLocale } from '../text/document-locale.ts';
import type { Label, Lexicon } from '../text/lexicon.ts';
import { labelsIn } from '../text/lexicon.ts';
import type { Purchases } from '../line-items/line-items.ts';
import type { Sheet } from '../text/segmented-text.ts';
import { sheetOf } from '../text/segmented-text.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import { assign } from './assignment.ts';
import type { Choice, Option, Picked, Verdict } from './assignment.ts';
import type { Evidence } from './confidence.ts';
import { confidenceOf } from './confidence.ts';
import type { Agreement } from './extras.ts';
import { agreementOf, extrasOf } from './extras.ts';
import type { Seen } from './features.ts';
import { featuresFor, look } from './features.ts';
import type { Weights } from './weights.ts';
import { scoreOf } from './weights.ts';

export interface ScoredSpec {
  /** Fields of the whole document by the kind of candidate they take. */
  fields: Readonly<Record<string, Kind>>;
  lexicon: Lexicon;
  /** Pairs of fields that may have the same words. */
  mayShare: readonly (readonly [string, string])[];
  purchases(sheet: Sheet, labels: readonly Label[], locale: string | undefined): Purchases;
  /** Fields that checks speak of. */
  checked: ReadonlySet<string>;
  /** Labels of amounts that are no fields but count in sums, such as freight. */
  extras: ReadonlySet<string>;
  /** `agrees` says whether two amounts are the same but for extras. */
  check(amount: (field: string) => number | undefined, purchases: Purchases, agrees: Agreement): Verdict[];
}

/** All that is known of a document before anything is decided. */
export interface Prepared { sheet: Sheet; labels: readonly Label[]; locale?: string; purchases: Purchases; seen: readonly Seen[]; extras: readonly number[] }

export interface FoundField { candidate: Candidate; evidence: Evidence; confidence: number }

export function prepare(layout: DocumentLayout, spec: ScoredSpec, hint?: string): Prepared {
  const sheet = sheetOf(layout);
  const labels = labelsIn(sheet, spec.lexicon);
  const locale = documentLocale(sheet, labels, hint);
  const purchases = spec.purchases(sheet, labels, locale);
  const addresses = addressesIn(sheet, labels, locale);
  const candidates = [...candidatesIn(sheet, labels, { locale, country: countryOf(localeOf(locale)) }), ...addresses];
  const seen = look(candidates, { sheet, labels, addresses, inRows: purchases.items, rowsTotal: purchases.total });
  return { sheet, labels, locale, purchases, seen, extras: extrasOf(labels, candidates, spec.extras) };
}

/** Options that are looked at for a field, and how unlikely one may be to be looked at at all. */
const MOST_OPTIONS = 6;
const LEAST_SCORE = -5;

export function find({ seen, purchases, extras }: Prepared, spec: ScoredSpec, weights: Weights): Map<string, FoundField> {
  const byKind = Map.groupBy(seen, ({ candidate }) => candidate.kind);
  const choices: Choice[] = Object.entries(spec.fields).map(([field, kind]) => ({
    field,
    options: (byKind.get(kind) ?? []).map((one): Option => ({ candidate: one.candidate, score: scoreOf(weights.fields[field], featuresFor(field, one)) }))
      .filter(({ score }) => score > LEAST_SCORE).sort((a, b) => b.score - a.score).slice(0, MOST_OPTIONS),
  }));
  const shares = new Set(spec.mayShare.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const agrees = agreementOf(extras);
  const check = (picked: Picked): Verdict[] => spec.check((field) => picked.get(field)?.candidate.amount, purchases, agrees);
  const picked = assign(choices, {
    mayShare: (one, other) => shares.has(`${one} ${other}`), checked: spec.checked, check, weight: ({ check: name, holds }) => weights.checks[`${name} ${holds ? 'holds' : 'fails'}`] ?? 0,
  });
  const verdicts = check(picked);
  const found = new Map<string, FoundField>();
  for (const [field, { candidate, score }] of picked) {
    const others = choices.find((choice) => choice.field === field)!.options.filter((option) => !sameValue(option.candidate, candidate));
    const own = verdicts.filter(({ fields }) => fields.includes(field));
    const evidence: Evidence = { score, next: others[0]?.score ?? -8, holds: own.some(({ holds }) => holds), fails: own.some(({ holds }) => !holds), read: candidate.confidence };
    found.set(field, { candidate, evidence, confidence: confidenceOf(weights.confidence[candidate.kind], evidence) });
  }
  return found;
}

/** Two places that say the same are no rivals. */
function sameValue(one: Candidate, other: Candidate): boolean {
  if (one.amount !== undefined) return one.amount === other.amount;
  return one.value !== undefined ? one.value === other.value : one.text.toLowerCase() === other.text.toLowerCase();
}
