/** One training set: its forms, its fields, and models built from it. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { confirm } from '../../kit/dialog.tsx';
import { formatBytes, plural } from '../../kit/format.ts';
import { Button, ButtonLink, Card, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, Link, joinPath } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { AddForms } from './add-forms.tsx';
import { versioned, filePath, setPath } from './calls.ts';
import { BuildCard } from './build.tsx';
import { FieldsEditor } from './fields-editor.tsx';
import { LABELS, LAYOUT } from './file-names.ts';
import { labelCounts } from './label-counts.ts';
import { openSet } from './training-set.ts';
import type { FormFile } from './training-set.ts';

export function TrainingSetPage({ setId }: { setId: string }): JSX.Element {
  const { client } = useAccount();
  const opened = useLoad((signal) => openSet(client, setId, signal), [client, setId]);
  const forms = opened.value?.forms;
  const counts = useLoad(async (signal) => forms && await labelCounts(client, setId, forms, signal), [client, setId, forms]);
  const remove = useAction(async ({ name, labelled, laidOut }: FormFile) => {
    if (!await confirm({ title: `Delete ${name}?`, text: 'The form, its layout and its labels are deleted.', action: 'Delete form' })) return;
    for (const file of [name, ...labelled ? [name + LABELS] : [], ...laidOut ? [name + LAYOUT] : []]) await client.delete(versioned(filePath(setId, file)));
    opened.reload();
  });
  const removeSet = useAction(async () => {
    if (!await confirm({ title: `Delete training set ${setId}?`, text: 'All its forms and labels are deleted. Models built from it are kept.', action: 'Delete set', typed: setId })) return;
    await client.delete(versioned(setPath(setId)));
    navigate('/documents?tab=sets');
  }, { done: 'Training set deleted' });
  const first = forms?.find(({ labelled, isFlow }) => !labelled && !isFlow) ?? forms?.find(({ isFlow }) => !isFlow);
  return <>
    <PageHeader title={setId} about="Labelled forms of one kind." actions={<><Button kind="danger" icon="trash" busy={removeSet.busy} onClick={() => void removeSet.run()}>Delete</Button>
      {first && <ButtonLink kind="primary" icon="tag" to={joinPath('documents', 'sets', setId, first.name)}>{first.labelled ? 'View labels' : 'Label next form'}</ButtonLink>}</>} />
    <Async of={opened}>{({ set, forms: rows, fields }) => <div class="columns documents-set">
      <div class="stack">
        <Card flush title="Forms" actions={<span class="soft">{plural(rows.filter(({ labelled }) => labelled).length, 'form')} of {rows.length} labelled</span>}>
          <Table label="Forms" rows={rows} keyOf={({ name }) => name} onOpen={({ name }) => navigate(joinPath('documents', 'sets', setId, name))} empty={<Empty icon="upload" title="No forms yet">Drop five or more filled-in forms of one kind below.</Empty>} columns={[
            { title: 'Form', width: '2fr', cell: ({ name }) => <Link to={joinPath('documents', 'sets', setId, name)}>{name}</Link> },
            { title: 'Status', width: '110px', cell: ({ labelled, laidOut, isFlow }) => isFlow ? <Tag>no labels</Tag> : labelled ? <Tag kind="good">labelled</Tag> : laidOut ? <Tag kind="info">to label</Tag> : <Tag>not analyzed</Tag> },
            { title: 'Size', width: '80px', number: true, cell: (form) => formatBytes(form.bytes) },
            { title: '', width: '40px', cell: (form) => <Button kind="quiet" icon="trash" label={`Delete ${form.name}`} onClick={() => void remove.run(form)} /> },
          ]} />
        </Card>
        <AddForms setId={setId} existing={new Set(set.files.map(({ name }) => name))} onChanged={opened.reload} />
      </div>
      <div class="stack"><FieldsEditor setId={setId} fields={fields} counts={counts.value} onChange={opened.reload} /><BuildCard setId={setId} labelled={rows.filter(({ labelled }) => labelled).length} fields={fields.map(({ name }) => name)} counts={counts.value} /></div>
    </div>}</Async>
  </>;
}
