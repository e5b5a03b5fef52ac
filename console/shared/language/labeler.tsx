/**
 * Labels a text word by word. With the mouse: press on a word and drag to another, then pick an entity. With the
 * keyboard: arrows move from word to word, Shift extends the selection, digits pick an entity, 0 makes a new one, Delete
 * removes labels, Escape clears the selection.
 */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { TextField } from '../../kit/form.tsx';
import { useCan } from '../../kit/roles.ts';
import { Button } from '../../kit/parts.tsx';
import { addLabel, choicesFor, colorOf, flattenLabels, removeLabel, splitWords } from './entities.ts';
import type { EntityChoice, Label, LabelChoice, Span } from './entities.ts';

export interface LabelerProps {
  text: string;
  /** Identity of the words. */
  language?: string;
  labels: readonly Label[];
  /** Entities that can be labeled. */
  entities: readonly EntityChoice[];
  onChange: (labels: readonly Label[]) => void;
  /** Creates an entity and sets labels that use it, in one change; omitted if entities cannot be created here. */
  onCreate?: (entity: string, labels: readonly Label[]) => void;
  /** Focus the words on mount. */
  autoFocus?: boolean;
}

/** From this many choices on, there is a search field. */
const MIN_SEARCHABLE = 12;
const DIGITS = 9;
const CHANGING_KEYS = /^([0-9]|Delete|Backspace)$/;

interface Selection {
  anchor: number;
  head: number;
}

export function Labeler({ text, language, labels, entities, onChange, onCreate, autoFocus = false }: LabelerProps) {
  const id = useId();
  const canLabel = useCan('label');
  const all = flattenLabels(labels);
  const words = useMemo(
    () =>
      splitWords(
        text,
        language,
        all.flatMap(({ label }) => [label.start, label.end]),
      ),
    [text, language, labels],
  );
  const [active, setActive] = useState(0);
  const [selection, setSelection] = useState<Selection>();
  const [search, setSearch] = useState('');
  const [newName, setNewName] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const dragging = useRef(false);
  useEffect(() => {
    if (!autoFocus) return;
    box.current?.focus();
    // A dialog that is still open keeps the focus, and would give it back to what opened it.
    document.querySelector('dialog[open]')?.addEventListener('close', () => box.current?.focus(), { once: true });
  }, []);
  const [from, to] = selection ? [Math.min(selection.anchor, selection.head), Math.max(selection.anchor, selection.head)] : [-1, -1];
  const span: Span | undefined = selection && words[from] && words[to] ? { start: words[from].start, end: words[to].end } : undefined;
  const choices = span ? choicesFor(span, labels, entities) : [];
  const shown = choices.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  const release = (): void => {
    setSelection(undefined);
    setSearch('');
    setNewName(undefined);
  };
  const applyChoice = (choice: LabelChoice | undefined): void => {
    if (!span || !choice) return;
    onChange(addLabel(labels, span, choice, entities));
    release();
    box.current?.focus();
  };
  const create = (): void => {
    const name = newName?.trim() ?? '';
    if (!span || name === '') return;
    const known = entities.some((one) => one.name === name);
    const next = addLabel(labels, span, { title: name, entity: name }, known ? entities : [...entities, { name }]);
    if (known) onChange(next);
    else onCreate!(name, next);
    release();
    box.current?.focus();
  };
  const move = (by: number, extend: boolean): void => {
    const next = Math.max(0, Math.min(words.length - 1, active + by));
    setActive(next);
    setSelection({ anchor: extend ? (selection?.anchor ?? active) : next, head: next });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!canLabel && CHANGING_KEYS.test(event.key)) return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : undefined;
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -words.length, End: words.length }[event.key];
    if (steps !== undefined) move(steps, event.shiftKey);
    else if (event.key === '0' && span && onCreate) setNewName('');
    else if (event.key === ' ') setSelection({ anchor: active, head: active });
    else if (digit !== undefined && shown[digit - 1]) applyChoice(shown[digit - 1]);
    else if (event.key === 'Escape' && selection) release();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && words[active]) remove(span ?? words[active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** Labels on the span, the innermost first. */
  const remove = (on: Span): void => {
    const gone = all.findLast(({ label }) => label.start < on.end && on.start < label.end);
    if (gone) onChange(removeLabel(labels, gone.label));
  };
  const wordAt = (event: PointerEvent): number => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-word]');
    return found && box.current!.contains(found) ? Number(found.dataset.word) : -1;
  };
  return (
    <div class="stack tight">
      <div
        ref={box}
        class="language-words"
        role="listbox"
        aria-label={t('Words')}
        aria-orientation="horizontal"
        aria-multiselectable={true}
        tabIndex={0}
        aria-activedescendant={words.length === 0 ? undefined : `${id}-${active}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const at = wordAt(event);
          if (at < 0 || event.button !== 0) return;
          dragging.current = true;
          setActive(at);
          setSelection({ anchor: event.shiftKey && selection ? selection.anchor : at, head: at });
        }}
        onPointerMove={(event) => {
          if (!dragging.current || event.buttons === 0) return;
          const at = wordAt(event);
          if (at >= 0 && selection && at !== selection.head) {
            setActive(at);
            setSelection({ ...selection, head: at });
          }
        }}
        onPointerUp={() => {
          dragging.current = false;
        }}
      >
        {words.map((word, i) => {
          const on = all.filter(({ label }) => label.start < word.end && word.start < label.end);
          const innermost = on.at(-1);
          const gap = text.slice(words[i - 1]?.end ?? 0, word.start);
          const names = on.map(({ label }) => label.entity).join(', ');
          return (
            <>
              {gap}
              <span
                key={word.start}
                id={`${id}-${i}`}
                data-word={i}
                role="option"
                aria-selected={i >= from && i <= to}
                aria-label={names === '' ? undefined : `${text.slice(word.start, word.end)}, ${names}`}
                class={
                  `language-word ${i === active ? 'active' : ''} ` +
                  `${innermost ? `language-mark c${colorOf(innermost.top.entity, entities)}` : ''}`
                }
              >
                {text.slice(word.start, word.end)}
              </span>
            </>
          );
        })}
      </div>
      {span && (
        <div class="language-choices" role="group" aria-label={t('Label {start} as', { start: text.slice(span.start, span.end) })}>
          <span class="soft">{rich('Label {strong} as', { strong: <strong>{text.slice(span.start, span.end)}</strong> })}</span>
          {choices.length > MIN_SEARCHABLE && (
            <TextField
              bare
              needs="label"
              label={t('Find an entity')}
              placeholder={t('Find an entity')}
              value={search}
              onInput={setSearch}
              onEnter={() => applyChoice(shown[0])}
            />
          )}
          {shown.map((choice, i) => (
            <Button needs="label" onClick={() => applyChoice(choice)} keys={i < DIGITS ? String(i + 1) : undefined}>
              {i < DIGITS && <kbd>{i + 1}</kbd>}
              {choice.title}
            </Button>
          ))}
          {choices.length === 0 && !onCreate && <span class="soft">{t('There are no entities yet.')}</span>}
          {onCreate &&
            (newName === undefined ? (
              <Button needs="label" icon="add" keys="0" onClick={() => setNewName('')}>
                <kbd>0</kbd>
                {t('New entity')}
              </Button>
            ) : (
              <NewEntity name={newName} onInput={setNewName} onDone={create} onClose={() => setNewName(undefined)} />
            ))}
          <Button kind="quiet" icon="close" label={t('Clear selection')} onClick={release} />
        </div>
      )}
      {all.length > 0 && (
        <ul class="language-labels" aria-label={t('Labels')}>
          {all.map(({ label, depth, top }) => (
            <li style={{ marginLeft: `${depth * 18}px` }}>
              <span class={`language-dot c${colorOf(top.entity, entities)}`} aria-hidden="true" />
              <strong>{label.entity}</strong>
              {label.role !== undefined && <span class="soft">: {label.role}</span>}
              <span>{text.slice(label.start, label.end)}</span>
              <Button
                needs="label"
                kind="quiet"
                icon="close"
                label={t('Remove {entity} from {start}', { entity: label.entity, start: text.slice(label.start, label.end) })}
                onClick={() => onChange(removeLabel(labels, label))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The name of a new entity; Enter creates it, Escape leaves. */
function NewEntity({
  name,
  onInput,
  onDone,
  onClose,
}: {
  name: string;
  onInput: (name: string) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const row = useRef<HTMLSpanElement>(null);
  useEffect(() => row.current!.querySelector('input')!.focus(), []);
  return (
    <span
      class="row"
      ref={row}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TextField
        bare
        label={t('Name of new entity')}
        placeholder={t('Name of new entity')}
        value={name}
        onInput={onInput}
        onEnter={onDone}
        maxLength={50}
      />
      <Button kind="primary" disabled={name.trim() === ''} onClick={onDone} text={t('Create')} />
    </span>
  );
}
