/** How much a call may read on the HTTP thread, in characters and bytes: parsing and writing more would delay others. */
export class ReadBudget {
  #left: number;

  constructor(size: number) {
    this.#left = size;
  }

  /** Called before what was read is parsed; throws `ReadsTooMuch` when the budget is exceeded. */
  spend(size: number): void {
    this.#left -= size;
    if (this.#left < 0) throw new ReadsTooMuch();
  }
}

/** The call has to run in a thread. */
export class ReadsTooMuch extends Error {
  override name = 'ReadsTooMuch';

  constructor() {
    super('The call reads too much for the HTTP thread.');
  }
}
