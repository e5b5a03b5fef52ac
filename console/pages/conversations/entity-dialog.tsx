/** An entity: its name, and its components beside learned labels. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField, TextArea } from '../../kit/form.tsx';
import { Button, Tag } from '../../kit/parts.tsx';
import { useLoad } from '../../kit/use.ts';
import { loadPages, versioned } from '../../projects/calls.ts';
import { NameDialog } from '../../projects/name-dialog.tsx';
import { useProject } from '../../projects/context.ts';
import { putEntity } from './assets.ts';
import type { Assets, Entity } from './assets.ts';
import { formatExpressions, parseExpressions, formatList, parseList } from './entity-parts.ts';

const COMPOSITIONS = [
  { value: '', label: 'Combine (default)' }, { value: 'returnLongestOverlap', label: 'Longest' }, { value: 'requireExactOverlap', label: 'Only exact agreement' }, { value: 'separateComponents', label: 'Keep each' },
];

export function EntityDialog({ entity, onDelete, onClose }: { entity: Entity | undefined; onDelete: (name: string) => void; onClose: () => void }): JSX.Element {
  const { client, family, metadata: { language }, assets, edit } = useProject<Assets>();
  const [values, setValues] = useState(formatList(entity?.list?.sublists ?? [], language));
  const [patterns, setPatterns] = useState(formatExpressions(entity?.regex?.expressions ?? []));
  const [chosen, setChosen] = useState((entity?.prebuilts ?? []).map(({ category }) => category));
  const [composition, setComposition] = useState(entity?.compositionSetting ?? '');
  const prebuilts = useLoad((signal) => loadPages<{ category: string }>(client, versioned(`${family.base}/projects/global/prebuilt-entities`, { language }), signal), [client, language]);
  const keep = (category: string): void => {
    const sublists = parseList(values, language, entity?.list?.sublists ?? []);
    const expressions = parseExpressions(patterns, entity?.regex?.expressions ?? []);
    const parts = { ...sublists.length > 0 && { list: { sublists } }, ...chosen.length > 0 && { prebuilts: chosen.map((one) => ({ category: one })) }, ...expressions.length > 0 && { regex: { expressions } } };
    // Options that do not apply are left out.
    const requiredComponents = entity?.requiredComponents?.filter((one) => one === 'learned' || one in parts);
    edit(putEntity(assets, { category, ...parts, ...composition !== '' && { compositionSetting: composition }, ...requiredComponents && requiredComponents.length > 0 && { requiredComponents } }, entity?.category ?? category));
  };
  return <NameDialog title={entity?.category ?? 'Add entity'} label="Entity name" first={entity?.category} taken={(assets.entities ?? []).map(({ category }) => category)} onDone={keep} onClose={onClose} onDelete={entity && (() => onDelete(entity.category))}>
    <p class="soft">It is learned from labels in utterances. It can also be found by:</p>
    <TextArea code rows={4} label="List, one value per line" value={values} onInput={setValues} placeholder="Rome: rome, eternal city" hint="A name, a colon, then its synonyms." />
    <SelectField label="Add prebuilt" value="" onInput={(one) => one !== '' && setChosen([...chosen, one])} options={[{ value: '', label: 'Select one' }, ...(prebuilts.value ?? []).map(({ category }) => category).filter((one) => !chosen.includes(one))]} />
    {chosen.length > 0 && <div class="row">{chosen.map((one) => <span class="row"><Tag kind="info">{one}</Tag><Button kind="quiet" icon="close" label={`Remove ${one}`} onClick={() => setChosen(chosen.filter((other) => other !== one))} /></span>)}</div>}
    <TextArea code rows={2} label="Regular expressions, one per line" value={patterns} onInput={setPatterns} placeholder="order: [A-Z]{2}-[0-9]{4}" />
    <SelectField label="When they overlap" value={composition} onInput={setComposition} options={COMPOSITIONS} />
  </NameDialog>;
}
