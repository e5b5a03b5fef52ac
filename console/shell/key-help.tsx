/** Which keys do what, on this page and everywhere. */
import type { JSX } from 'preact';
import { pageActions } from '../kit/actions.ts';
import { useCell } from '../kit/cell.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Button, Kbd } from '../kit/parts.tsx';

export function KeyHelp({ onClose }: { onClose: () => void }): JSX.Element {
  const groups = Map.groupBy(useCell(pageActions).filter(({ keys }) => keys !== undefined), ({ group = 'This page' }) => group);
  return <Dialog title="Keys" onClose={onClose}><div class="dialog-body">
    {[...groups].reverse().map(([group, actions]) => <section aria-label={group}><h3>{group}</h3>
      <table><tbody>{actions.map(({ title, keys }) => <tr><td>{title}</td><td class="number"><Kbd keys={keys!} /></td></tr>)}</tbody></table></section>)}
    <section aria-label="Lists and tables"><h3>Lists and tables</h3><p class="soft">Arrows move, <kbd>Enter</kbd> opens, <kbd>Space</kbd> selects, <kbd>Home</kbd> and <kbd>End</kbd> go to the ends.</p></section>
    <section aria-label="Labelling"><h3>Labelling</h3><p class="soft"><kbd>Ctrl+Z</kbd> takes a step back, <kbd>Ctrl+Y</kbd> takes it again. On a picture <kbd>+</kbd> and <kbd>-</kbd> zoom, <kbd>n</kbd> and <kbd>p</kbd> go from box to box.</p></section>
    <div class="dialog-buttons"><Button onClick={onClose}>Close</Button></div>
  </div></Dialog>;
}
