/** One document: its classes, or the entities in its text. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { SelectField } from '../../kit/form.tsx';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { Labeller } from '../../language/labeller.tsx';
import { useProject } from '../../projects/context.ts';
import { categoriesOf, classesOf, extracts, isLabelled, labelsOf, SINGLE, stretchesOf, withClasses, withDataset, withLabels, withoutDocument, withoutLabels } from './assets.ts';
import type { Assets, TextDocument } from './assets.ts';

const SETS = [{ value: '', label: 'as they are dealt' }, { value: 'Train', label: 'training' }, { value: 'Test', label: 'test' }];
const DIGITS = 9;

export function Editor({ document, onStep, onClose }: { document: TextDocument; onStep: (by: number) => void; onClose: () => void }): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const { location, dataset } = document;
  return <Card title={location} actions={<>
    {!isLabelled(document) && <Tag kind="warn">not labelled</Tag>}
    <Button kind="quiet" icon="left" label="Previous document" keys="k" onClick={() => onStep(-1)} /><Button kind="quiet" icon="right" label="Next document" keys="j" onClick={() => onStep(1)} />
    <Button kind="quiet" icon="trash" label="Delete the document" onClick={() => {
      onClose();
      edit(withoutDocument(assets, location));
    }} />
    <Button kind="quiet" icon="close" label="Close the document" onClick={onClose} />
  </>}><div class="stack tight">
    {extracts(assets) ? <Entities document={document} /> : <Classes document={document} />}
    <div class="row">
      <SelectField label="Used for" value={dataset ?? ''} options={SETS} onInput={(next) => edit(withDataset(assets, location, next))} />
      {isLabelled(document) ? <Button onClick={() => edit(withoutLabels(assets, location))}>Take all labels off</Button> : extracts(assets) && document.text !== undefined && <Button onClick={() => edit(withLabels(assets, location, []))}>There is nothing in it</Button>}
    </div>
  </div></Card>;
}

function Classes({ document }: { document: TextDocument }): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const names = categoriesOf(assets);
  const own = classesOf(document);
  const toggle = (name: string): void => edit(withClasses(assets, document.location, own.includes(name) ? own.filter((one) => one !== name) : [...own, name]));
  useActions(names.slice(0, DIGITS).map((name, i) => ({ title: `It is ${name}`, keys: String(i + 1), run: () => toggle(name) })));
  return <>
    <div class="texts-text" tabIndex={0} role="region" aria-label="Text of the document">{document.text ?? <span class="soft">The text is in the container.</span>}</div>
    {names.length === 0 && <p class="note">Add a class first; then say here which one it is.</p>}
    <div class="row" role="group" aria-label={assets.projectKind === SINGLE ? 'Class' : 'Classes'}>{names.map((name, i) => <Button pressed={own.includes(name)} kind={own.includes(name) ? 'primary' : 'plain'} keys={i < DIGITS ? String(i + 1) : undefined} onClick={() => toggle(name)}>{i < DIGITS && <span class="texts-digit" aria-hidden="true">{i + 1}</span>}{name}</Button>)}</div>
  </>;
}

/** Long texts are labelled stretch by stretch: only one of them is drawn. */
function Entities({ document }: { document: TextDocument }): JSX.Element {
  const { metadata, assets, edit } = useProject<Assets>();
  const { location, text, language } = document;
  const [at, setAt] = useState(0);
  if (text === undefined) return <p class="note">The text of this document is in the container; entities are labelled where the text is in the project.</p>;
  const labels = labelsOf(document);
  const stretches = stretchesOf(text);
  const { start, end } = stretches[at] ?? stretches[0]!;
  const inside = labels.filter((label) => label.start >= start && label.end <= end);
  const outside = labels.filter((label) => !inside.includes(label));
  const moved = <T extends { start: number; end: number }>(list: readonly T[], by: number): T[] => list.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
  return <>
    <Labeller key={start} text={text.slice(start, end)} language={language ?? metadata.language} labels={moved(inside, -start)} entities={categoriesOf(assets).map((name) => ({ name }))} autoFocus onChange={(next) => edit(withLabels(assets, location, [...outside, ...moved(next, start)]))} />
    {stretches.length > 1 && <div class="row"><Button icon="left" label="Earlier in the text" disabled={at === 0} onClick={() => setAt(at - 1)} /><span class="soft">Part {at + 1} of {stretches.length}</span><Button icon="right" label="Later in the text" disabled={at === stretches.length - 1} onClick={() => setAt(at + 1)} /></div>}
    <span class="soft small">Drag over words, or use the arrows and Shift in the text and a digit to label.</span>
  </>;
}
