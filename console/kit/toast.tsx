/** Short notifications, announced to screen readers. */
import type { JSX } from 'preact';
import { t } from '../i18n/messages.ts';
import { CallFailed } from './api.ts';
import { Cell, useCell } from './cell.ts';

interface Toast {
  id: number;
  text: string;
  kind: 'good' | 'danger';
  more?: string;
}

const TOAST_MS = 4000;
const FAILURE_TOAST_MS = 12_000;
const toasts = new Cell<readonly Toast[]>([]);
let lastId = 0;

export function toast(text: string, { kind = 'good', more }: { kind?: Toast['kind']; more?: string } = {}): void {
  const id = ++lastId;
  toasts.set([...toasts.get().slice(-3), { id, text, kind, more }]);
  setTimeout(() => dismiss(id), kind === 'danger' ? FAILURE_TOAST_MS : TOAST_MS);
}

/** What failed and how to fix it; `of` names the file, if there were several. */
export function showFailure(error: unknown, of?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const named = (message: string): string => (of === undefined ? message : `${of}: ${message}`);
  if (error instanceof CallFailed)
    toast(named(error.message), {
      kind: 'danger',
      more: [error.remedy, error.requestId && t('Request {requestId}', { requestId: error.requestId })].filter(Boolean).join(' · '),
    });
  else toast(named(error instanceof Error ? error.message : String(error)), { kind: 'danger' });
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

export function Toasts(): JSX.Element {
  const all = useCell(toasts);
  return (
    <div class="toasts" aria-live="polite" role="status">
      {all.map(({ id, text, kind, more }) => (
        <div key={id} class={`toast ${kind}`}>
          <div>
            <div>{text}</div>
            {more && <div class="small soft">{more}</div>}
          </div>
          <button type="button" class="button quiet icon" aria-label={t('Dismiss')} onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
