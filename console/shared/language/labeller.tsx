/**
 * Labels a text word by word. With the mouse: press on a word and drag to another, then pick an entity. With the
 * keyboard: arrows move from word to word, Shift extends the selection, digits pick an entity, Delete removes labels,
 * Escape clears the selection.
 */
import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { addLabel, choicesFor, colourOf, flattenLabels, removeLabel, splitWords } from './entities.ts';
import type { EntityChoice, Label, LabelChoice, Span } from './entities.ts';

export interface LabellerProps {
  text: string;
  /** Identity of the words. */
  language?: string;
  labels: readonly Label[];
  /** Entities that can be labelled. */
  entities: readonly EntityChoice[];
  onChange: (labels: readonly Label[]) => void;
  /** Focus the words on mount. */
  autoFocus?: boolean;
}

/** From this many choices on, there is a search field. */
const MIN_SEARCHABLE = 12;
const DIGITS = 9;

interface Selection {
  anchor: number;
  head: number;
}

export function Labeller({ text, language, labels, entities, onChange, autoFocus = false }: LabellerProps): JSX.Element {
  const id = useId();
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
  const box = useRef<HTMLDivElement>(null);
  const dragging = useRef(false);
  useEffect(() => {
    if (autoFocus) box.current?.focus();
  }, []);
  const [from, to] = selection ? [Math.min(selection.anchor, selection.head), Math.max(selection.anchor, selection.head)] : [-1, -1];
  const span: Span | undefined = selection && words[from] && words[to] ? { start: words[from].start, end: words[to].end } : undefined;
  const choices = span ? choicesFor(span, labels, entities) : [];
  const shown = choices.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  const release = (): void => {
    setSelection(undefined);
    setSearch('');
  };
  const applyChoice = (choice: LabelChoice | undefined): void => {
    if (!span || !choice) return;
    onChange(addLabel(labels, span, choice, entities));
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
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : undefined;
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -words.length, End: words.length }[event.key];
    if (steps !== undefined) move(steps, event.shiftKey);
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
        aria-label="Words"
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
                  `${innermost ? `language-mark c${colourOf(innermost.top.entity, entities)}` : ''}`
                }
              >
                {text.slice(word.start, word.end)}
              </span>
            </>
          );
        })}
      </div>
      {span && (
        <div class="language-choices" role="group" aria-label={`Label ${text.slice(span.start, span.end)} as`}>
          <span class="soft">
            Label <strong>{text.slice(span.start, span.end)}</strong> as
          </span>
          {choices.length > MIN_SEARCHABLE && (
            <TextField
              bare
              label="Find an entity"
              placeholder="Find an entity"
              value={search}
              onInput={setSearch}
              onEnter={() => applyChoice(shown[0])}
            />
          )}
          {shown.map((choice, i) => (
            <Button onClick={() => applyChoice(choice)} keys={i < DIGITS ? String(i + 1) : undefined}>
              {i < DIGITS && <kbd>{i + 1}</kbd>}
              {choice.title}
            </Button>
          ))}
          {choices.length === 0 && <span class="soft">There are no entities yet.</span>}
          <Button kind="quiet" icon="close" label="Clear selection" onClick={release} />
        </div>
      )}
      {all.length > 0 && (
        <ul class="language-labels" aria-label="Labels">
          {all.map(({ label, depth, top }) => (
            <li style={{ marginLeft: `${depth * 18}px` }}>
              <span class={`language-dot c${colourOf(top.entity, entities)}`} aria-hidden="true" />
              <strong>{label.entity}</strong>
              {label.role !== undefined && <span class="soft">: {label.role}</span>}
              <span>{text.slice(label.start, label.end)}</span>
              <Button
                kind="quiet"
                icon="close"
                label={`Remove ${label.entity} from ${text.slice(label.start, label.end)}`}
                onClick={() => onChange(removeLabel(labels, label))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
