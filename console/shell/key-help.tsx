/** Keyboard shortcuts of this page and of the console. */
import type { JSX } from 'preact';
import { pageActions } from '../kit/actions.ts';
import { useCell } from '../kit/cell.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Button, Kbd } from '../kit/parts.tsx';

export function ShortcutHelp({ onClose }: { onClose: () => void }): JSX.Element {
  const groups = Map.groupBy(useCell(pageActions).filter(({ keys }) => keys !== undefined), ({ group = 'This page' }) => group);
  return <Dialog title="Keyboard shortcuts" onClose={onClose}><div class="dialog-body">
    {[...groups].reverse().map(([group, actions]) => <section aria-label={group}><h3>{group}</h3>
      <table><tbody>{actions.map(({ title, keys }) => <tr><td>{title}</td><td class="number"><Kbd keys={keys!} /></td></tr>)}</tbody></table></section>)}
    <section aria-label="Lists and tables"><h3>Lists and tables</h3><p class="soft">Arrows move, <kbd>Enter</kbd> opens, <kbd>Space</kbd> selects, <kbd>Home</kbd> and <kbd>End</kbd> move to the ends.</p></section>
    <section aria-label="Labelling"><h3>Labelling</h3><p class="soft"><kbd>Ctrl+Z</kbd> undoes a step, <kbd>Ctrl+Y</kbd> redoes it. On an image <kbd>+</kbd> and <kbd>-</kbd> zoom, <kbd>n</kbd> and <kbd>p</kbd> step through boxes.</p></section>
    <div class="dialog-buttons"><Button onClick={onClose}>Close</Button></div>
  </div></Dialog>;
}
