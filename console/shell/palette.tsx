/** The command palette: pages and actions by name. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { pageActions } from '../kit/actions.ts';
import { useCell } from '../kit/cell.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Button, Kbd } from '../kit/parts.tsx';

export function Palette({ onClose }: { onClose: () => void }): JSX.Element {
  const id = useId();
  const all = useCell(pageActions);
  const [written, setWritten] = useState('');
  const [at, setAt] = useState(0);
  const found = all
    .filter(({ title, group = '' }) => matchesName(written, `${title} ${group}`))
    .sort((a, b) => Number(matchesName(written, b.title, true)) - Number(matchesName(written, a.title, true)));
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
  return (
    <Dialog title="Search pages and actions" showTitle={false} onClose={onClose}>
      <div class="palette">
        <input
          class="input"
          role="combobox"
          aria-label="Search pages and actions"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          placeholder="Search pages and actions"
          autoFocus
          value={written}
          onInput={(event) => {
            setWritten(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <ul role="listbox" id={`${id}-list`} aria-label="Results">
          {found.map(({ title, group, keys }, i) => (
            <li id={`${id}-${i}`} role="option" aria-selected={i === at} onMouseMove={() => setAt(i)} onClick={() => run(i)}>
              <span>{title}</span>
              <span>
                {group} {keys !== undefined && <Kbd keys={keys} />}
              </span>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="empty">No results</p>}
      </div>
    </Dialog>
  );
}

/** Whether a search matches a name: each word is the start of a word in it; with `whole`, they are the start of the name itself. */
function matchesName(written: string, name: string, whole = false): boolean {
  const search = written.toLowerCase().trim();
  if (search === '') return !whole;
  const given = name.toLowerCase();
  if (whole) return given.startsWith(search);
  const words = given.split(/\s+/);
  return search.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)) || (part.length > 2 && given.includes(part)));
}

/** Keyboard shortcuts of this page and of the console. */
export function ShortcutHelp({ onClose }: { onClose: () => void }): JSX.Element {
  const groups = Map.groupBy(
    useCell(pageActions).filter(({ keys }) => keys !== undefined),
    ({ group = 'This page' }) => group,
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div class="dialog-body">
        {[...groups].reverse().map(([group, actions]) => (
          <section aria-label={group}>
            <h3>{group}</h3>
            <table>
              <tbody>
                {actions.map(({ title, keys }) => (
                  <tr>
                    <td>{title}</td>
                    <td class="number">
                      <Kbd keys={keys!} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
        <section aria-label="Lists and tables">
          <h3>Lists and tables</h3>
          <p class="soft">
            Arrows move, <kbd>Enter</kbd> opens, <kbd>Space</kbd> selects, <kbd>Home</kbd> and <kbd>End</kbd> move to the ends.
          </p>
        </section>
        <section aria-label="Labelling">
          <h3>Labelling</h3>
          <p class="soft">
            <kbd>Ctrl+Z</kbd> undoes a step, <kbd>Ctrl+Y</kbd> redoes it. On an image <kbd>+</kbd> and <kbd>-</kbd> zoom, <kbd>n</kbd> and{' '}
            <kbd>p</kbd> step through boxes.
          </p>
        </section>
        <div class="dialog-buttons">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}
