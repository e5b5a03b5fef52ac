/** A test set of an app or project, and its runs. */
export interface TestRun {
  /** What was tested. */ model: string;
  runDateTime: string;
  /** Share of the texts with the right classes, or, without classes, without a wrong entity. */ share: number;
}

export interface TestSet {
  name: string;
  content: string;
  count: number;
  addedDateTime: string;
  /** The newest first. */ runs: readonly TestRun[];
}
