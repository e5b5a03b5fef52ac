/** The report of a migration. */

export interface ReportItem {
  /** The type of item, such as `entity`. */
  what: string;
  from: string;
  to?: string;
  why?: string;
}

export interface Report {
  kept: ReportItem[];
  changed: ReportItem[];
  dropped: ReportItem[];
}

type Outcome = keyof Report;

/** For each type of item and outcome; the rest are counted. */
const MAX_LISTED = 200;

export class ReportWriter {
  readonly #report: Report = { kept: [], changed: [], dropped: [] };
  readonly #counts = new Map<string, { outcome: Outcome; what: string; count: number }>();

  kept(what: string, from: string, to?: string): void {
    this.#add('kept', { what, from, ...(to !== undefined && { to }) });
  }

  changed(what: string, from: string, to: string, why: string): void {
    this.#add('changed', { what, from, to, why });
  }

  dropped(what: string, from: string, why: string): void {
    this.#add('dropped', { what, from, why });
  }

  get report(): Report {
    const rest = (outcome: Outcome): ReportItem[] =>
      [...this.#counts.values()]
        .filter((one) => one.outcome === outcome && one.count > MAX_LISTED)
        .map(({ what, count }) => ({ what, from: `${count - MAX_LISTED} more` }));
    return {
      kept: [...this.#report.kept, ...rest('kept')],
      changed: [...this.#report.changed, ...rest('changed')],
      dropped: [...this.#report.dropped, ...rest('dropped')],
    };
  }

  #add(outcome: Outcome, item: ReportItem): void {
    const key = `${outcome}/${item.what}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { outcome, what: item.what, count });
    if (count <= MAX_LISTED) this.#report[outcome].push(item);
  }
}
