/** The panel of API calls. */
import { useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { ApiCallCode, offeredCalls } from '../kit/api-call.tsx';
import { recordedCalls } from '../kit/api.ts';
import { pathAndQuery } from '../kit/call.ts';
import { useCell } from '../kit/cell.ts';
import { Button } from '../kit/parts.tsx';

/** The API calls made by this page, newest first, ready to copy. */
export default function Calls({ onClose }: { onClose: () => void }) {
  const all = useCell(recordedCalls);
  const offered = useCell(offeredCalls);
  const [selected, setSelected] = useState<unknown>();
  const shown = all.find(({ id }) => id === selected) ?? offered.find((one) => one === selected)?.current ?? all[0] ?? offered[0]?.current;
  return (
    <aside class="calls" aria-label={t('API calls')}>
      <header>
        <h2>{t('API calls of this page')}</h2>
        <Button kind="quiet" icon="close" label={t('Close')} onClick={onClose} />
      </header>
      {!shown ? (
        <p class="empty">{t('No calls yet. Calls made by this page are listed here.')}</p>
      ) : (
        <div>
          <ol>
            {offered.map((one) => (
              <li>
                <button type="button" aria-pressed={one.current === shown} onClick={() => setSelected(one)}>
                  <span />
                  <span>{one.current.call.method}</span>
                  <span class="ellipsis">{pathAndQuery(one.current.call)}</span>
                  <span class="soft">{t('not sent')}</span>
                </button>
              </li>
            ))}
            {all.map((one) => (
              <li>
                <button type="button" aria-pressed={one === shown} onClick={() => setSelected(one.id)}>
                  <span class={one.status >= 400 ? 'tag danger' : ''}>{one.status}</span>
                  <span>{one.call.method}</span>
                  <span class="ellipsis">{pathAndQuery(one.call)}</span>
                  <span class="soft">{t('{ms} ms', { ms: Math.round(one.ms) })}</span>
                </button>
              </li>
            ))}
          </ol>
          <section aria-label={t('Selected call')}>
            <ApiCallCode call={shown.call} caller={shown.caller} />
          </section>
        </div>
      )}
    </aside>
  );
}
