/** What the dates of a document say about each other: earliest, latest, and payment terms between them. */
import type { Candidate } from '../candidates/candidates.ts';
import { paymentTermsIn } from '../candidates/payment-terms.ts';
import type { SegmentedText } from '../text/segmented-text.ts';

const MAX_DATES = 30;
const MAX_TERMS = 8;
const DAY_MS = 86_400_000;

export class DateFeatures {
  readonly #dates: readonly string[];
  readonly #before = new Set<string>();
  readonly #after = new Set<string>();

  constructor(candidates: readonly Candidate[], { segments }: SegmentedText) {
    this.#dates = [...new Set(candidates.map(({ value }) => value!))].sort();
    const days = segments.flatMap(({ text }) =>
      /\d/u.test(text) ? paymentTermsIn(text).map(({ start, end }) => Number(/\d{1,3}/u.exec(text.slice(start, end))?.[0] ?? 0)) : [],
    );
    const terms = [...new Set(days)].filter((count) => count > 0 && count <= 180).slice(0, MAX_TERMS);
    for (const one of this.#dates.slice(0, MAX_DATES))
      for (const other of this.#dates.slice(0, MAX_DATES))
        if (terms.includes(Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS))) {
          this.#before.add(one);
          this.#after.add(other);
        }
  }

  of({ value, period }: Candidate): string[] {
    const features: string[] = [];
    if (this.#dates.length === 1) features.push('only date');
    else if (value === this.#dates[0]) features.push('earliest');
    else if (value === this.#dates.at(-1)) features.push('latest');
    if (this.#before.has(value!)) features.push('payment term before another date');
    if (this.#after.has(value!)) features.push('payment term after another date');
    features.push(period === undefined ? 'no period' : `period ${period}`);
    return features;
  }
}
