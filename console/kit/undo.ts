/** Undo and redo, for labeling and other editors. */
import { useEffect, useMemo, useReducer } from 'preact/hooks';

const MAX_STEPS = 200;
/** Steps that survive a reload of the page. */
const STORAGE_PREFIX = 30;

/** States are values: each step is a new one. */
export class UndoStack<T> {
  #past: T[];
  #now: T;
  #future: T[] = [];

  constructor(value: T, past: readonly T[] = []) {
    this.#now = value;
    this.#past = [...past];
  }

  /** Earlier states, the oldest first. */
  get past(): readonly T[] {
    return this.#past;
  }

  get value(): T {
    return this.#now;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Adds a step; clears the redo stack. */
  push(value: T): void {
    if (Object.is(value, this.#now)) return;
    this.#past.push(this.#now);
    if (this.#past.length > MAX_STEPS) this.#past.shift();
    this.#now = value;
    this.#future = [];
  }

  undo(): T {
    if (this.canUndo) {
      this.#future.push(this.#now);
      this.#now = this.#past.pop()!;
    }
    return this.#now;
  }

  redo(): T {
    if (this.canRedo) {
      this.#past.push(this.#now);
      this.#now = this.#future.pop()!;
    }
    return this.#now;
  }

  /** Another document is edited: nothing to undo. */
  reset(value: T): void {
    this.#past = [];
    this.#future = [];
    this.#now = value;
  }
}

export interface Undo<T> {
  value: T;
  canUndo: boolean;
  canRedo: boolean;
  push: (value: T) => void;
  undo: () => void;
  redo: () => void;
  reset: (value: T) => void;
}

/**
 * With Ctrl+Z and Ctrl+Y (or Ctrl+Shift+Z) outside text fields. With a storage key, steps survive a reload as long as
 * nobody else has changed the value.
 */
export function useUndo<T>(first: T, keptAs?: string): Undo<T> {
  const stack = useMemo(() => new UndoStack(first, keptAs === undefined ? [] : loadSteps(keptAs, first)), []);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const undo = useMemo(() => {
    const drawn =
      <A extends unknown[]>(act: (...given: A) => unknown) =>
      (...given: A): void => {
        act(...given);
        redraw(0);
      };
    return {
      push: drawn((value: T) => stack.push(value)),
      undo: drawn(() => stack.undo()),
      redo: drawn(() => stack.redo()),
      reset: drawn((value: T) => stack.reset(value)),
    };
  }, [stack]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || isTextField(event.target)) return;
      const key = event.key.toLowerCase();
      const act = key === 'y' || (key === 'z' && event.shiftKey) ? undo.redo : key === 'z' ? undo.undo : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [undo]);
  useEffect(() => {
    if (keptAs !== undefined && stack.canUndo) storeSteps(keptAs, stack);
  }, [stack.value]);
  return { value: stack.value, canUndo: stack.canUndo, canRedo: stack.canRedo, ...undo };
}

/** Session storage of this tab. Values are JSON. */
function storeSteps<T>(name: string, { value, past }: UndoStack<T>): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ value, past: past.slice(-STORAGE_PREFIX) }));
  } catch {
    // The storage is full, so there is nothing to restore; an older state would be wrong.
    sessionStorage.removeItem(name);
  }
}

function loadSteps<T>(name: string, now: T): T[] {
  const stored = JSON.parse(sessionStorage.getItem(name) ?? 'null') as { value: T; past: T[] } | null;
  return stored && JSON.stringify(stored.value) === JSON.stringify(now) ? stored.past : [];
}

/** Whether the event target is a text field. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button', 'submit', 'file'].includes(target.type)))
  );
}
