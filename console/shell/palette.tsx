/** The command palette: pages and actions by name. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { pageActions } from '../kit/actions.ts';
import { useCell } from '../kit/cell.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Kbd } from '../kit/parts.tsx';
import { matchesName } from './matching.ts';

export function Palette({ onClose }: { onClose: () => void }): JSX.Element {
  const id = useId();
  const all = useCell(pageActions);
  const [written, setWritten] = useState('');
  const [at, setAt] = useState(0);
  const found = all.filter(({ title, group = '' }) => matchesName(written, `${title} ${group}`)).sort((a, b) => Number(matchesName(written, b.title, true)) - Number(matchesName(written, a.title, true)));
  const run = (index: number): void => {
    onClose();
    // After the dialog has restored the focus.
    setTimeout(() => found[index]?.run());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(at);
    else return;
    event.preventDefault();
    document.getElementById(`${id}-${at + (step ?? 0)}`)?.scrollIntoView({ block: 'nearest' });
  };
  return <Dialog title="Search pages and actions" showTitle={false} onClose={onClose}>
    <div class="palette">
      <input class="input" role="combobox" aria-label="Search pages and actions" aria-expanded="true" aria-controls={`${id}-list`} aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined} aria-autocomplete="list" placeholder="Search pages and actions" autoFocus value={written}
        onInput={(event) => {
          setWritten(event.currentTarget.value);
          setAt(0);
        }} onKeyDown={onKeyDown} />
      <ul role="listbox" id={`${id}-list`} aria-label="Results">
        {found.map(({ title, group, keys }, i) => <li id={`${id}-${i}`} role="option" aria-selected={i === at} onMouseMove={() => setAt(i)} onClick={() => run(i)}><span>{title}</span><span>{group} {keys !== undefined && <Kbd keys={keys} />}</span></li>)}
      </ul>
      {found.length === 0 && <p class="empty">No results</p>}
    </div>
  </Dialog>;
}
