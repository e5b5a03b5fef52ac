/** Native dialogs: the rest of the page is inert, Esc closes, focus returns to where it was. */
import { Fragment, type ComponentChildren, type JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { Cell, useCell } from './cell.ts';
import { Form, TextField } from './form.tsx';
import type { Action } from './hooks.ts';
import { Button, type ButtonProps } from './parts.tsx';

export interface DialogProps {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
  wide?: boolean;
  class?: string;
  /** If omitted, the title is only read by screen readers. */ showTitle?: boolean;
}

export function Dialog({ title, children, onClose, wide = false, class: own = '', showTitle = true }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current!;
    const before = document.activeElement;
    dialog.showModal();
    // The first focusable element gets the focus, and may be at the end of a long text.
    dialog.scrollTop = 0;
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={wide ? `wide ${own}` : own}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <h2 id={id} class={showTitle ? 'dialog-title' : 'for-readers'}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

interface OpenDialog {
  id: number;
  drawn: JSX.Element;
}

const openDialogs = new Cell<readonly OpenDialog[]>([]);
let lastId = 0;

/** Shows a dialog until it is answered, even if the page that opened it is left. */
export function openDialog<T>(draw: (answer: (choice: T) => void) => JSX.Element): Promise<T> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const drawn = draw((choice) => {
      openDialogs.set(openDialogs.get().filter((one) => one.id !== id));
      resolve(choice);
    });
    openDialogs.set([...openDialogs.get(), { id, drawn }]);
  });
}

interface ConfirmOptions {
  title: string;
  text: ComponentChildren;
  /** By default, Delete. */ action?: string;
  danger?: boolean;
  typed?: string;
}

/** Confirms something that cannot be undone; with `typed`, the text has to be typed in. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return openDialog<boolean>((answer) => <ConfirmDialog {...options} answer={answer} />);
}

/** The same within an action, which ends unless it is confirmed. */
export async function confirmed(options: ConfirmOptions): Promise<void> {
  if (!(await confirm(options))) throw new DOMException('not confirmed', 'AbortError');
}

/** A dialog with a form: `action` is the text of its button, which runs `submit` if it `may`. */
export function FormDialog({
  submit,
  may = true,
  action,
  icon,
  keys,
  needs,
  children,
  ...dialog
}: DialogProps & Pick<ButtonProps, 'icon' | 'keys' | 'needs'> & { submit: Action<[]>; may?: boolean; action: string }) {
  return (
    <Dialog {...dialog}>
      <Form class="" onSubmit={() => void (may && submit.run())}>
        {children}
        <div class="dialog-buttons">
          <Button onClick={dialog.onClose} text={t('Cancel')} />
          <Button type="submit" kind="primary" icon={icon} keys={keys} needs={needs} busy={submit.busy} disabled={!may} text={action} />
        </div>
      </Form>
    </Dialog>
  );
}

export function DialogHost() {
  return (
    <>
      {useCell(openDialogs).map(({ id, drawn }) => (
        <Fragment key={id}>{drawn}</Fragment>
      ))}
    </>
  );
}

function ConfirmDialog({
  title,
  text,
  action = t('Delete'),
  danger = true,
  typed,
  answer,
}: ConfirmOptions & { answer: (yes: boolean) => void }) {
  const [written, setWritten] = useState('');
  const may = typed === undefined || written === typed;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <Form class="" onSubmit={() => may && answer(true)}>
        <p>{text}</p>
        {typed !== undefined && (
          <TextField label={t('Type {typed} to confirm', { typed })} value={written} onInput={setWritten} autoFocus />
        )}
        <div class="dialog-buttons">
          <Button onClick={() => answer(false)} text={t('Cancel')} />
          <Button type="submit" kind={danger ? 'danger' : 'primary'} disabled={!may} text={action} />
        </div>
      </Form>
    </Dialog>
  );
}
