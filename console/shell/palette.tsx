/** The command palette: pages, actions and things by name, ours or the vendor's. */
import { useEffect, useId, useState } from 'preact/hooks';
import { rich, t } from '../i18n/messages.ts';
import { pageActions, type PageAction } from '../kit/actions.ts';
import { useCell } from '../kit/cell.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Button, Kbd } from '../kit/parts.tsx';

/** More than one would read: a longer search finds the rest. */
const MAX_SHOWN = 60;

export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const actions = useCell(pageActions);
  const [things, setThings] = useState<readonly PageAction[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    void import('./palette-things.ts').then(({ loadThings }) => loadThings(setThings, stop.signal));
    return () => stop.abort();
  }, []);
  const all = [...actions, ...things];
  const [written, setWritten] = useState('');
  const [at, setAt] = useState(0);
  const found = all
    .filter(({ title, group = '', words = '' }) => matchesName(written, `${title} ${group} ${words}`))
    .sort((a, b) => Number(matchesName(written, b.title, true)) - Number(matchesName(written, a.title, true)))
    .slice(0, MAX_SHOWN);
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
    <Dialog title={t('Search everything')} showTitle={false} onClose={onClose}>
      <div class="palette">
        <input
          class="input"
          role="combobox"
          aria-label={t('Search everything')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          placeholder={t('Search everything')}
          autoFocus
          value={written}
          onInput={(event) => {
            setWritten(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <ul role="listbox" id={`${id}-list`} aria-label={t('Results')}>
          {found.map(({ title, group, keys }, i) => (
            <li id={`${id}-${i}`} role="option" aria-selected={i === at} onMouseMove={() => setAt(i)} onClick={() => run(i)}>
              <span>{title}</span>
              <span>
                {group} {keys !== undefined && <Kbd keys={keys} />}
              </span>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="empty">{t('No results')}</p>}
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
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const groups = Map.groupBy(
    useCell(pageActions).filter(({ keys }) => keys !== undefined),
    ({ group = t('This page') }) => group,
  );
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
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
        <section aria-label={t('Lists and tables')}>
          <h3>{t('Lists and tables')}</h3>
          <p class="soft">
            {rich('Arrows move, {kbd} opens, {kbd2} selects, {kbd3} and {kbd4} move to the ends.', {
              kbd: <kbd>Enter</kbd>,
              kbd2: <kbd>Space</kbd>,
              kbd3: <kbd>Home</kbd>,
              kbd4: <kbd>End</kbd>,
            })}
          </p>
        </section>
        <section aria-label={t('Labeling')}>
          <h3>{t('Labeling')}</h3>
          <p class="soft">
            {rich('{kbd} undoes a step, {kbd2} redoes it. On an image {kbd3} and {kbd4} zoom, {kbd5} and {kbd6} step through boxes.', {
              kbd: <kbd>Ctrl+Z</kbd>,
              kbd2: <kbd>Ctrl+Y</kbd>,
              kbd3: <kbd>+</kbd>,
              kbd4: <kbd>-</kbd>,
              kbd5: <kbd>n</kbd>,
              kbd6: <kbd>p</kbd>,
            })}
          </p>
        </section>
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
