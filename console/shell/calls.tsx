/** The calls that this page has made, newest first, each to be copied. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { madeCalls } from '../kit/api.ts';
import { pathAndQuery } from '../kit/call.ts';
import { CallText } from '../kit/call-behind.tsx';
import { useCell } from '../kit/cell.ts';
import { Button } from '../kit/parts.tsx';

export function Calls({ onClose }: { onClose: () => void }): JSX.Element {
  const all = useCell(madeCalls);
  const [chosen, setChosen] = useState<number>();
  const shown = all.find(({ id }) => id === chosen) ?? all[0];
  return <aside class="calls" aria-label="Calls">
    <header><h2>Calls behind this page</h2><Button kind="quiet" icon="close" label="Close" onClick={onClose} /></header>
    {!shown ? <p class="empty">Nothing was called yet. What pages do from now on is listed here.</p> : <div>
      <ol>{all.map(({ id, call, status, ms }) => <li><button type="button" aria-pressed={id === shown.id} onClick={() => setChosen(id)}>
        <span class={status >= 400 ? 'tag danger' : ''}>{status}</span><span>{call.method}</span><span class="ellipsis">{pathAndQuery(call)}</span><span class="soft">{Math.round(ms)} ms</span>
      </button></li>)}</ol>
      <section aria-label="The chosen call"><CallText key={shown.id} call={shown.call} caller={shown.caller} /></section>
    </div>}
  </aside>;
}
