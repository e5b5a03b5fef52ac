/** Short notifications, announced to screen readers. */
import { t } from '../i18n/messages.ts';
import { CallFailed } from './api.ts';
import { Cell, useCell } from './cell.ts';

interface Toast {
  id: number;
  text: string;
  kind: 'good' | 'danger';
  more?: string;
  action?: ToastAction;
}

/** What can be done about it, such as undoing it. */
interface ToastAction {
  title: string;
  run: () => void;
}

const TOAST_MS = 4000;
const FAILURE_TOAST_MS = 12_000;
const toasts = new Cell<readonly Toast[]>([]);
let lastId = 0;

export function toast(text: string, { kind = 'good', more, action }: Partial<Pick<Toast, 'kind' | 'more' | 'action'>> = {}): void {
  const id = ++lastId;
  // The same message again replaces the earlier one.
  const others = toasts.get().filter((one) => one.text !== text || one.more !== more);
  toasts.set([...others.slice(-3), { id, text, kind, more, action }]);
  setTimeout(() => dismiss(id), kind === 'danger' || action ? FAILURE_TOAST_MS : TOAST_MS);
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

/** What the server advises: the pages of the docs that it names are links. */
export function Remedy({ text }: { text: string }) {
  return (
    <>{text.split(/(docs\/\w+\.md)/).map((part, i) => (i % 2 === 0 ? part : <a href={`/${part.slice(0, -3)}`}>{part.slice(0, -3)}</a>))}</>
  );
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

export function Toasts() {
  const all = useCell(toasts);
  return (
    <div class="toasts" aria-live="polite" role="status">
      {all.map(({ id, text, kind, more, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <div>
            <div>{text}</div>
            {more && (
              <div class="small soft">
                <Remedy text={more} />
              </div>
            )}
          </div>
          {action && (
            <button
              type="button"
              class="button"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.title}
            </button>
          )}
          <button type="button" class="button quiet icon" aria-label={t('Dismiss')} onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
