/** Editor of one document: its classes, or the entities in its text. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { SelectField } from '../../kit/form.tsx';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { Labeler, type LabelerProps } from '../../shared/language/labeler.tsx';
import { SPLITS } from '../../shared/language/splits.ts';
import { useProject } from '../../shared/projects/context.ts';
import {
  addCategory,
  categoryNames,
  classesOf,
  clearLabels,
  deleteDocument,
  isExtraction,
  isLabeled,
  labelsOf,
  setClasses,
  setDataset,
  setLabels,
  SINGLE,
  splitText,
} from './assets.ts';
import type { Assets, TextDocument } from './assets.ts';

export function DocumentEditor({
  document,
  onStep,
  onClose,
}: {
  document: TextDocument;
  onStep: (by: number) => void;
  onClose: () => void;
}) {
  const { assets, edit } = useProject<Assets>();
  const { location, dataset } = document;
  return (
    <Card
      title={location}
      actions={
        <>
          {!isLabeled(document) && <Tag kind="warn">{t('not labeled')}</Tag>}
          <Button kind="quiet" icon="left" label={t('Previous document')} keys="k" onClick={() => onStep(-1)} />
          <Button kind="quiet" icon="right" label={t('Next document')} keys="j" onClick={() => onStep(1)} />
          <Button
            needs="label"
            kind="quiet"
            icon="trash"
            label={t('Delete document')}
            onClick={() => {
              onClose();
              edit(deleteDocument(assets, location));
            }}
          />
          <Button kind="quiet" icon="close" label={t('Close document')} onClick={onClose} />
        </>
      }
    >
      <div class="stack tight">
        {isExtraction(assets) ? <EntityEditor document={document} /> : <ClassEditor document={document} />}
        <div class="row">
          <SelectField
            needs="label"
            label={t('Split')}
            value={dataset ?? ''}
            options={SPLITS}
            onInput={(next) => edit(setDataset(assets, location, next))}
          />
          {isLabeled(document) ? (
            <Button needs="label" onClick={() => edit(clearLabels(assets, location))} text={t('Clear labels')} />
          ) : (
            isExtraction(assets) &&
            document.text !== undefined && (
              <Button needs="label" onClick={() => edit(setLabels(assets, location, []))} text={t('No entities here')} />
            )
          )}
        </div>
      </div>
    </Card>
  );
}

function ClassEditor({ document }: { document: TextDocument }) {
  const { assets, edit } = useProject<Assets>();
  return (
    <>
      <div class="texts-text" tabIndex={0} role="region" aria-label={t('Document text')}>
        {document.text ?? <span class="soft">{t('The text is in the container.')}</span>}
      </div>
      <ClassPicker
        names={categoryNames(assets)}
        own={classesOf(document)}
        isSingle={assets.projectKind === SINGLE}
        onChange={(own) => edit(setClasses(assets, document.location, own))}
      />
    </>
  );
}

function EntityEditor({ document }: { document: TextDocument }) {
  const { metadata, assets, edit } = useProject<Assets>();
  const { location, text, language } = document;
  if (text === undefined)
    return (
      <p class="note">{t('The text of this document is in the container; entities can be labeled only if the text is in the project.')}</p>
    );
  return (
    <LongLabeler
      text={text}
      language={language ?? metadata.language}
      labels={labelsOf(document)}
      entities={categoryNames(assets).map((name) => ({ name }))}
      autoFocus
      onChange={(labels) => edit(setLabels(assets, location, labels))}
      onCreate={(entity, labels) => edit(setLabels(addCategory(assets, entity), location, labels))}
    />
  );
}

const DIGITS = 9;

/** Selects the classes of a document by click or digit. */
export function ClassPicker({
  names,
  own,
  isSingle,
  onChange,
}: {
  names: readonly string[];
  own: readonly string[];
  /** Single selection. */ isSingle: boolean;
  onChange: (own: readonly string[]) => void;
}) {
  const toggle = (name: string): void =>
    onChange(own.includes(name) ? own.filter((one) => one !== name) : isSingle ? [name] : [...own, name]);
  useActions(
    names
      .slice(0, DIGITS)
      .map((name, i) => ({ title: t('Class {name}', { name }), needs: 'label' as const, keys: String(i + 1), run: () => toggle(name) })),
  );
  return (
    <>
      {names.length === 0 && <p class="note">{t('Add a class first.')}</p>}
      <div class="row" role="group" aria-label={isSingle ? t('Class') : t('Classes')}>
        {names.map((name, i) => (
          <Button needs="label" pressed={own.includes(name)} keys={i < DIGITS ? String(i + 1) : undefined} onClick={() => toggle(name)}>
            {i < DIGITS && (
              <span class="texts-digit" aria-hidden="true">
                {i + 1}
              </span>
            )}
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}

/** Labels entities in a long text part by part: only one part is rendered. */
export function LongLabeler({ text, language, labels, entities, autoFocus = false, onChange, onCreate }: LabelerProps) {
  const [at, setAt] = useState(0);
  const parts = splitText(text);
  const { start, end } = parts[at] ?? parts[0]!;
  const inside = labels.filter((label) => label.start >= start && label.end <= end);
  const outside = labels.filter((label) => !inside.includes(label));
  const moved = <T extends { start: number; end: number }>(list: readonly T[], by: number): T[] =>
    list.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
  return (
    <>
      <Labeler
        key={start}
        text={text.slice(start, end)}
        language={language}
        labels={moved(inside, -start)}
        entities={entities}
        autoFocus={autoFocus}
        onChange={(next) => onChange([...outside, ...moved(next, start)])}
        onCreate={onCreate && ((entity, next) => onCreate(entity, [...outside, ...moved(next, start)]))}
      />
      {parts.length > 1 && (
        <div class="row">
          <Button icon="left" label={t('Previous part')} disabled={at === 0} onClick={() => setAt(at - 1)} />
          <span class="soft">{t('Part {value} of {count}', { value: at + 1, count: parts.length })}</span>
          <Button icon="right" label={t('Next part')} disabled={at === parts.length - 1} onClick={() => setAt(at + 1)} />
        </div>
      )}
      <span class="soft small">{t('Drag over words, or move with the arrow keys, extend with Shift and press a digit to label.')}</span>
    </>
  );
}
