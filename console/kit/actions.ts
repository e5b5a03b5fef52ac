/** Actions of the command palette and their keyboard shortcuts. Pages add their own while they are mounted. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Cell } from './cell.ts';
import { keyName } from './key-name.ts';
import { useAllows, type Need } from './roles.ts';
import { isTextField } from './undo.ts';

export interface PageAction {
  title: string;
  /** Shortcut: `n`, `Ctrl+Enter`, or a sequence such as `g h`. */
  keys?: string;
  run: () => void;
  /** The role that it needs; it is not offered to others. */
  needs?: Need;
  /** Group shown in the palette. */
  group?: string;
  /** Other words that find it, such as the vendor's names. */
  words?: string;
}

export const pageActions = new Cell<readonly PageAction[]>([]);

/** Registers actions while the component is mounted. */
export function useActions(actions: readonly PageAction[]): void {
  const allows = useAllows();
  const allowed = actions.filter(({ needs }) => needs === undefined || allows(needs));
  const latest = useRef(allowed);
  latest.current = allowed;
  const shape = allowed.map(({ title, keys }) => `${title} ${keys}`).join('\n');
  // With the page itself: no key that is pressed once it is visible is lost.
  useLayoutEffect(() => {
    const offered = latest.current.map((action, i): PageAction => ({ ...action, run: () => latest.current[i]?.run() }));
    pageActions.set([...pageActions.get(), ...offered]);
    return () => pageActions.set(pageActions.get().filter((one) => !offered.includes(one)));
  }, [shape]);
}

const SEQUENCE_MS = 1000;

/** Runs the action of the pressed shortcut. Plain letters are ignored while typing or while a dialog is open. */
export function startKeys(): void {
  let before = { key: '', at: 0 };
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const pressed = keyName(event);
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && (isTextField(event.target) || document.querySelector('dialog[open]'))) return;
    const sequence = event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${pressed}` : '';
    before = { key: pressed, at: event.timeStamp };
    const action = pageActions.get().findLast(({ keys }) => keys !== undefined && (keys === sequence || keys === pressed));
    if (!action) return;
    event.preventDefault();
    action.run();
  });
}
