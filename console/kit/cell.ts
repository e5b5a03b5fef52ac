/** A shared value: components that use it re-render when it changes. */
import { useEffect, useState } from 'preact/hooks';

export class Cell<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** Calls the listener with each new value; returns a function to unsubscribe. */
  watch(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export function useCell<T>(cell: Cell<T>): T {
  const [, redraw] = useState({});
  const drawn = cell.get();
  useEffect(() => {
    const stop = cell.watch(() => redraw({}));
    // It may have changed between rendering and subscribing.
    if (!Object.is(drawn, cell.get())) redraw({});
    return stop;
  }, [cell]);
  return drawn;
}
