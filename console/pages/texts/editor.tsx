/** Editor of one document: its classes, or the entities in its text. */
import type { JSX } from 'preact';
import { SelectField } from '../../kit/form.tsx';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { useProject } from '../../projects/context.ts';
import { categoryNames, classesOf, isExtraction, isLabelled, labelsOf, SINGLE, setClasses, setDataset, setLabels, deleteDocument, clearLabels } from './assets.ts';
import type { Assets, TextDocument } from './assets.ts';
import { ClassPicker } from './class-picker.tsx';
import { LongLabeller } from './long-labeller.tsx';

const SPLITS = [{ value: '', label: 'Automatic' }, { value: 'Train', label: 'training' }, { value: 'Test', label: 'test' }];

export function DocumentEditor({ document, onStep, onClose }: { document: TextDocument; onStep: (by: number) => void; onClose: () => void }): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const { location, dataset } = document;
  return <Card title={location} actions={<>
    {!isLabelled(document) && <Tag kind="warn">not labelled</Tag>}
    <Button kind="quiet" icon="left" label="Previous document" keys="k" onClick={() => onStep(-1)} /><Button kind="quiet" icon="right" label="Next document" keys="j" onClick={() => onStep(1)} />
    <Button kind="quiet" icon="trash" label="Delete document" onClick={() => {
      onClose();
      edit(deleteDocument(assets, location));
    }} />
    <Button kind="quiet" icon="close" label="Close document" onClick={onClose} />
  </>}><div class="stack tight">
    {isExtraction(assets) ? <EntityEditor document={document} /> : <ClassEditor document={document} />}
    <div class="row">
      <SelectField label="Split" value={dataset ?? ''} options={SPLITS} onInput={(next) => edit(setDataset(assets, location, next))} />
      {isLabelled(document) ? <Button onClick={() => edit(clearLabels(assets, location))}>Clear labels</Button> : isExtraction(assets) && document.text !== undefined && <Button onClick={() => edit(setLabels(assets, location, []))}>No entities here</Button>}
    </div>
  </div></Card>;
}

function ClassEditor({ document }: { document: TextDocument }): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  return <>
    <div class="texts-text" tabIndex={0} role="region" aria-label="Document text">{document.text ?? <span class="soft">The text is in the container.</span>}</div>
    <ClassPicker names={categoryNames(assets)} own={classesOf(document)} isSingle={assets.projectKind === SINGLE} onChange={(own) => edit(setClasses(assets, document.location, own))} />
  </>;
}

function EntityEditor({ document }: { document: TextDocument }): JSX.Element {
  const { metadata, assets, edit } = useProject<Assets>();
  const { location, text, language } = document;
  if (text === undefined) return <p class="note">The text of this document is in the container; entities can be labelled only if the text is in the project.</p>;
  return <LongLabeller text={text} language={language ?? metadata.language} labels={labelsOf(document)} entities={categoryNames(assets).map((name) => ({ name }))} autoFocus onChange={(labels) => edit(setLabels(assets, location, labels))} />;
}
