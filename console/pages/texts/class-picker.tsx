/** Selects the classes of a document by click or digit. */
import type { JSX } from 'preact';
import { useActions } from '../../kit/actions.ts';
import { Button } from '../../kit/parts.tsx';

const DIGITS = 9;

export function ClassPicker({ names, own, isSingle, onChange }: { names: readonly string[]; own: readonly string[]; /** Single selection. */ isSingle: boolean; onChange: (own: readonly string[]) => void }): JSX.Element {
  const toggle = (name: string): void => onChange(own.includes(name) ? own.filter((one) => one !== name) : isSingle ? [name] : [...own, name]);
  useActions(names.slice(0, DIGITS).map((name, i) => ({ title: `Class ${name}`, keys: String(i + 1), run: () => toggle(name) })));
  return <>
    {names.length === 0 && <p class="note">Add a class first.</p>}
    <div class="row" role="group" aria-label={isSingle ? 'Class' : 'Classes'}>{names.map((name, i) => <Button pressed={own.includes(name)} kind={own.includes(name) ? 'primary' : 'plain'} keys={i < DIGITS ? String(i + 1) : undefined} onClick={() => toggle(name)}>{i < DIGITS && <span class="texts-digit" aria-hidden="true">{i + 1}</span>}{name}</Button>)}</div>
  </>;
}
