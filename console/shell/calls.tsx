/** The API calls made by this page, newest first, ready to copy. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { recordedCalls } from '../kit/api.ts';
import { pathAndQuery } from '../kit/call.ts';
import { ApiCallCode } from '../kit/call-behind.tsx';
import { useCell } from '../kit/cell.ts';
import { Button } from '../kit/parts.tsx';

export function Calls({ onClose }: { onClose: () => void }): JSX.Element {
  const all = useCell(recordedCalls);
  const [chosen, setChosen] = useState<number>();
  const shown = all.find(({ id }) => id === chosen) ?? all[0];
  return <aside class="calls" aria-label="API calls">
    <header><h2>API calls of this page</h2><Button kind="quiet" icon="close" label="Close" onClick={onClose} /></header>
    {!shown ? <p class="empty">No calls yet. Calls made by this page are listed here.</p> : <div>
      <ol>{all.map(({ id, call, status, ms }) => <li><button type="button" aria-pressed={id === shown.id} onClick={() => setChosen(id)}>
        <span class={status >= 400 ? 'tag danger' : ''}>{status}</span><span>{call.method}</span><span class="ellipsis">{pathAndQuery(call)}</span><span class="soft">{Math.round(ms)} ms</span>
      </button></li>)}</ol>
      <section aria-label="Selected call"><ApiCallCode key={shown.id} call={shown.call} caller={shown.caller} /></section>
    </div>}
  </aside>;
}
