/** What the parts of a model say of a form, and the values that follow from it. */
import { decode } from './decode.ts';
import type { Found, TableShape } from './decode.ts';
import type { Form } from '../form/form.ts';
import { fused } from './fusion.ts';
import type { Tag } from '../form/labelled-form.ts';
import { hangsUnder, withLines } from './continuation-lines.ts';
import { runsOf, smoothed } from './runs.ts';
import { candidatesOf } from '../signatures/candidates.ts';
import type { Candidate, Signatures } from '../signatures/candidates.ts';
import { plausible } from './value-patterns.ts';
import type { Traits } from './value-patterns.ts';
import type { Variant } from '../template/slots.ts';
import type { FormTagger, Scores } from '../tagger/tagger.ts';
import { layOn, slotScores } from '../template/template.ts';
import type { Laid, SlotScores } from '../template/template.ts';

export interface Evidence {
  form: Form;
  tagger: Scores;
  runs: readonly (readonly number[])[];
  /** For each run the one that it hangs under, else -1. */
  under: Int32Array;
  template?: { scores: SlotScores; fit: number; laid: Laid; variant: Variant };
  printed: Uint8Array;
  /** Where signatures may stand by the captions around. */
  signatures: readonly Candidate[];
}

/** What training makes that says something of a form. */
export interface Parts { tagger: FormTagger; variants: readonly Variant[]; signatures: Signatures }

/** Share of a variant's printed words from which on it tells what is printed better than the words do. */
const LAID_WELL = 0.75;

export function evidenceOf(form: Form, { tagger, variants, signatures }: Parts, tags: readonly Tag[]): Evidence {
  const prepared = tagger.prepare(form);
  const laid = layOn(form, variants);
  const printed = laid !== undefined && laid.fit >= LAID_WELL ? laid.isPrinted : prepared.printed;
  const runs = runsOf(form, prepared.context, printed);
  const evidence: Evidence = {
    form, printed, runs, tagger: tagger.scores(form, prepared), under: hangsUnder(form, prepared.context, printed, runs), signatures: candidatesOf({ form, ...prepared }, signatures),
  };
  if (laid === undefined) return evidence;
  const variant = variants[laid.variant]!;
  return { ...evidence, template: { laid, fit: laid.fit, variant, scores: slotScores(form, laid, variant, tags, prepared.printed) } };
}

/** How a model's evidence becomes values. */
export interface Reading {
  /** What the template counts against the tagger. */
  share: number;
  /** Whether a run of words is mostly one value. */
  wholeRuns: boolean;
  /** By tag: how likely a line that hangs under its value is part of it. */
  goesOn: readonly number[];
  /** By tag: what its values look like. */
  traits: readonly Traits[];
  tables: ReadonlyMap<string, TableShape>;
}

export function valuesOf({ form, tagger, template, runs, under }: Evidence, { share, wholeRuns, goesOn, traits, tables }: Reading, tags: readonly Tag[]): Found[] {
  const words = wholeRuns ? plausible(form, smoothed(tagger, runs), runs, traits, tags) : tagger;
  const scores = fused(template, withLines(words, runs, under, goesOn), share);
  return decode(form, wholeRuns ? smoothed(scores, runs) : scores, tags, tables);
}
