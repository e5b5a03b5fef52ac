/** Adds utterances to an intent: one, or many lines at once, with inline labels. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Form, SelectField, TextArea } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { useFilter } from '../../language/utterances.ts';
import { parseInlineLabels } from '../../language/written.ts';
import { useProject } from '../../projects/context.ts';
import { labelChoices, NONE, addUtterances } from './assets.ts';
import type { Assets } from './assets.ts';
import { ORCHESTRATION } from './orchestration.ts';

export function AddUtterances(): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const filter = useFilter();
  const [lines, setLines] = useState('');
  const [picked, setPicked] = useState('');
  const intents = assets.intents.map(({ category }) => category);
  const intent = intents.includes(picked) ? picked : intents.includes(filter.intent) ? filter.intent : intents.find((one) => one !== NONE) ?? NONE;
  const given = lines.split('\n').map((line) => line.trim()).filter((line) => line !== '').map((line) => ({ ...parseInlineLabels(line), intent }));
  const known = new Set(labelChoices(assets).map(({ name }) => name));
  const unknown = [...new Set(given.flatMap(({ labels }) => labels.map(({ entity, role }) => role === undefined ? entity : `${entity}:${role}`)).filter((entity) => !known.has(entity)))];
  const may = given.length > 0 && unknown.length === 0;
  const add = (): void => {
    if (!may) return;
    edit(addUtterances(assets, given));
    setLines('');
    toast(`${plural(given.length, 'utterance')} added`);
    if (given.length === 1) setQuery({ at: given[0]!.text });
  };
  return <Card title="Add utterances"><Form class="stack tight" onSubmit={add}>
    <TextArea label="Utterances, one per line" rows={3} value={lines} onInput={setLines} placeholder="water the fern" hint={assets.projectKind === ORCHESTRATION ? 'Start with a few for each intent.' : 'You can label inline: water the {Plant=fern}.'} error={unknown.length > 0 ? `There is no entity ${unknown.join(', ')}.` : undefined} />
    <div class="row"><SelectField bare label="Intent of new utterances" value={intent} options={intents} onInput={setPicked} /><Button type="submit" kind="primary" icon="add" disabled={!may}>{given.length > 1 ? `Add ${given.length}` : 'Add'}</Button></div>
  </Form></Card>;
}
