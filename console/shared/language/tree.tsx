/** Classes of a project or app as lists in a side column: selecting one filters, each can be opened, more can be added. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { formatCount } from '../../kit/format.ts';
import { Button } from '../../kit/parts.tsx';

export interface TreeItem {
  name: string;
  /** How often it is labeled. */ count?: number;
  /** Further details. */ note?: ComponentChildren;
}

export interface TreeSectionProps {
  title: string;
  /** `Add intent` */ add: string;
  items: readonly TreeItem[];
  selected: string;
  onSelect: (name: string) => void;
  onOpen: (name: string) => void;
  onAdd: () => void;
  /** Shown instead of items. */ empty?: string;
}

export function TreeSection({ title, add, items, selected, onSelect, onOpen, onAdd, empty }: TreeSectionProps) {
  return (
    <section aria-label={title} class="language-section">
      <header class="spread">
        <h2>{title}</h2>
        <Button needs="label" kind="quiet" icon="add" label={add} onClick={onAdd} />
      </header>
      {items.length === 0 && empty !== undefined && <p class="soft small">{empty}</p>}
      <ul tabIndex={items.length > 12 ? 0 : undefined}>
        {items.map(({ name, count: labeled, note }) => (
          <li key={name}>
            <div class="language-item">
              <button type="button" aria-pressed={name === selected} onClick={() => onSelect(name === selected ? '' : name)}>
                <span class="ellipsis">{name}</span>
                {labeled !== undefined && <span class="soft number">{formatCount(labeled)}</span>}
              </button>
              <Button kind="quiet" icon="more" label={t('Open {name}', { name })} onClick={() => onOpen(name)} />
            </div>
            {note && <div class="soft small">{note}</div>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface NameDialogProps {
  title: string;
  label: string;
  hint?: string;
  /** The current name; omitted for something new. */
  currentName?: string;
  /** Names already in use. */
  existingNames: readonly string[];
  /** It cannot be renamed or deleted. */
  fixed?: boolean;
  /** Whether the other fields are valid. */
  ready?: boolean;
  children?: ComponentChildren;
  onDone: (name: string) => void;
  onDelete?: () => void;
  onClose: () => void;
}

/** Asks for a new name, and for further fields. */
export function NameDialog({ title, label, hint, currentName = '', existingNames, fixed = false, ready = true, ...rest }: NameDialogProps) {
  const [name, setName] = useState(currentName);
  const error = name !== currentName && existingNames.includes(name) ? t('This name is already in use.') : undefined;
  const may = name.trim() !== '' && error === undefined && ready;
  return (
    <Dialog title={title} onClose={rest.onClose}>
      <Form
        class=""
        onSubmit={() => {
          if (!may) return;
          rest.onClose();
          rest.onDone(name.trim());
        }}
      >
        <TextField
          label={label}
          required
          autoFocus
          maxLength={100}
          value={name}
          onInput={setName}
          hint={hint}
          error={error}
          disabled={fixed}
        />
        {rest.children}
        <div class="dialog-buttons">
          {rest.onDelete && !fixed && (
            <Button
              kind="danger"
              icon="trash"
              onClick={() => {
                rest.onClose();
                rest.onDelete?.();
              }}
              text={t('Delete')}
            />
          )}
          <Button onClick={rest.onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" disabled={!may} text={currentName === '' ? t('Add') : t('Save')} />
        </div>
      </Form>
    </Dialog>
  );
}
