/** What became of everything that was migrated. */

export interface ReportItem {
  /** The sort of thing, such as `entity`. */
  what: string;
  from: string;
  to?: string;
  why?: string;
}

export interface Report { kept: ReportItem[]; changed: ReportItem[]; dropped: ReportItem[] }

type Outcome = keyof Report;

/** Of one sort and one fate so many are named, and the rest counted: a report is read by people. */
const MAX_LISTED = 200;

export class ReportWriter {
  readonly #report: Report = { kept: [], changed: [], dropped: [] };
  readonly #counts = new Map<string, { fate: Outcome; what: string; count: number }>();

  kept(what: string, from: string, to?: string): void {
    this.#add('kept', { what, from, ...to !== undefined && { to } });
  }

  changed(what: string, from: string, to: string, why: string): void {
    this.#add('changed', { what, from, to, why });
  }

  dropped(what: string, from: string, why: string): void {
    this.#add('dropped', { what, from, why });
  }

  get report(): Report {
    const rest = (fate: Outcome): ReportItem[] => [...this.#counts.values()].filter((one) => one.fate === fate && one.count > MAX_LISTED)
      .map(({ what, count }) => ({ what, from: `${count - MAX_LISTED} more` }));
    return { kept: [...this.#report.kept, ...rest('kept')], changed: [...this.#report.changed, ...rest('changed')], dropped: [...this.#report.dropped, ...rest('dropped')] };
  }

  #add(fate: Outcome, item: ReportItem): void {
    const key = `${fate}/${item.what}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { fate, what: item.what, count });
    if (count <= MAX_LISTED) this.#report[fate].push(item);
  }
}
