/** Asks for a new name, and for further fields. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/form.tsx';
import { Button } from '../kit/parts.tsx';

export interface NameDialogProps {
  title: string;
  label: string;
  hint?: string;
  /** The current name; omitted for something new. */
  first?: string;
  /** Names already in use. */
  taken: readonly string[];
  /** It cannot be renamed or deleted. */
  fixed?: boolean;
  /** Whether the other fields are valid. */
  ready?: boolean;
  children?: ComponentChildren;
  onDone: (name: string) => void;
  onDelete?: () => void;
  onClose: () => void;
}

export function NameDialog({ title, label, hint, first = '', taken, fixed = false, ready = true, children, onDone, onDelete, onClose }: NameDialogProps): JSX.Element {
  const [name, setName] = useState(first);
  const error = name !== first && taken.includes(name) ? 'This name is already in use.' : undefined;
  const may = name.trim() !== '' && error === undefined && ready;
  return <Dialog title={title} onClose={onClose}><Form class="" onSubmit={() => {
    if (!may) return;
    onClose();
    onDone(name.trim());
  }}>
    <TextField label={label} required autoFocus maxLength={100} value={name} onInput={setName} autoComplete="off" hint={hint} error={error} disabled={fixed} />
    {children}
    <div class="dialog-buttons">
      {onDelete && !fixed && <Button kind="danger" icon="trash" onClick={() => {
        onClose();
        onDelete();
      }}>Delete</Button>}
      <Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" disabled={!may}>{first === '' ? 'Add' : 'Save'}</Button>
    </div>
  </Form></Dialog>;
}
