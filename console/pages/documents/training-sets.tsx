/** Training sets: the list, one of them with its forms, and adding forms. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { formatAge, formatBytes, formatCount, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, Link, navigate } from '../../kit/router.tsx';
import { SampleButton } from '../../kit/sample-button.tsx';
import { Table } from '../../kit/table.tsx';
import { showFailure, toast } from '../../kit/toast.tsx';
import { BuildCard } from './build.tsx';
import { filePath, loadPages, putFile, setPath, versioned } from './calls.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { FORM_SUFFIXES, isName, LABELS, LAYOUT, nameProblem, replacedFiles, sortDropped } from './training-files.ts';
import { analyzeLayout, createSet, labelCounts, openSet } from './training-set.ts';
import type { FormFile, SetSummary } from './training-set.ts';

export function TrainingSetList(): JSX.Element {
  const { client } = useAccount();
  const sets = useLoad((signal) => loadPages<SetSummary>(client, '/trainingSets', signal), [client]);
  const [name, setName] = useState('');
  const isTaken = sets.value?.some(({ setId }) => setId === name) ?? false;
  const make = useAction(async () => {
    await createSet(client, name);
    navigate(joinPath('documents', 'sets', name));
  });
  return (
    <>
      <Card title="New training set">
        <Form onSubmit={() => void (isName(name) && !isTaken && make.run())}>
          <p class="soft">Labelled forms of one kind. Start with five labelled forms; they are stored until you delete them.</p>
          <div class="row">
            <div class="grow">
              <TextField
                label="Set name"
                value={name}
                onInput={setName}
                error={isTaken ? 'A training set with this name exists.' : nameProblem(name)}
                placeholder="order-forms"
                autoComplete="off"
              />
            </div>
            <Button type="submit" kind="primary" icon="add" busy={make.busy} disabled={!isName(name) || isTaken}>
              Create
            </Button>
          </div>
          <ApiCall
            call={{
              method: 'PUT',
              path: versioned(filePath(name || 'order-forms', 'fields.json')),
              file: new File([], 'fields.json', { type: 'application/octet-stream' }),
            }}
          />
        </Form>
      </Card>
      <Card flush title="Training sets">
        <Async of={sets}>
          {(rows) => (
            <Table
              label="Training sets"
              rows={rows}
              keyOf={({ setId }) => setId}
              onOpen={({ setId }) => navigate(joinPath('documents', 'sets', setId))}
              empty={
                <Empty
                  icon="tag"
                  title="No training sets yet"
                  actions={<SampleButton load={() => import('./sample.ts')} onMade={navigate} />}
                >
                  Create one above and add your forms, or start with the sample: six labelled order forms and a model built from them.
                </Empty>
              }
              columns={[
                { title: 'Set', cell: ({ setId }) => <Link to={joinPath('documents', 'sets', setId)}>{setId}</Link> },
                { title: 'Files', width: '60px', number: true, cell: ({ fileCount }) => formatCount(fileCount) },
                { title: 'Size', width: '70px', number: true, cell: (set) => formatBytes(set.bytes) },
                { title: 'Changed', width: '100px', cell: ({ lastUpdatedDateTime }) => formatAge(lastUpdatedDateTime) },
              ]}
            />
          )}
        </Async>
      </Card>
    </>
  );
}

/** One training set: its forms, its fields, and models built from it. */
export function TrainingSetPage({ setId }: { setId: string }): JSX.Element {
  const { client } = useAccount();
  const opened = useLoad((signal) => openSet(client, setId, signal), [client, setId]);
  const forms = opened.value?.forms;
  const counts = useLoad(async (signal) => forms && (await labelCounts(client, setId, forms, signal)), [client, setId, forms]);
  const remove = useAction(async ({ name, labelled, hasLayout }: FormFile) => {
    if (
      !(await confirm({
        title: `Delete ${name}?`,
        text: 'The form, its layout and its labels are deleted.',
        action: 'Delete form',
      }))
    )
      return;
    for (const file of [name, ...(labelled ? [name + LABELS] : []), ...(hasLayout ? [name + LAYOUT] : [])])
      await client.delete(versioned(filePath(setId, file)));
    opened.reload();
  });
  const removeSet = useAction(
    async () => {
      if (
        !(await confirm({
          title: `Delete training set ${setId}?`,
          text: 'All its forms and labels are deleted. Models built from it are kept.',
          action: 'Delete set',
          typed: setId,
        }))
      )
        return;
      await client.delete(versioned(setPath(setId)));
      navigate('/documents?tab=sets');
    },
    { done: 'Training set deleted' },
  );
  const first = forms?.find(({ labelled, isFlow }) => !labelled && !isFlow) ?? forms?.find(({ isFlow }) => !isFlow);
  return (
    <>
      <PageHeader
        title={setId}
        about="Labelled forms of one kind."
        actions={
          <>
            <Button kind="danger" icon="trash" busy={removeSet.busy} onClick={() => void removeSet.run()}>
              Delete
            </Button>
            {first && (
              <ButtonLink kind="primary" icon="tag" to={joinPath('documents', 'sets', setId, first.name)}>
                {first.labelled ? 'View labels' : 'Label next form'}
              </ButtonLink>
            )}
          </>
        }
      />
      <Async of={opened}>
        {({ set, forms: rows, fields }) => (
          <div class="columns documents-set">
            <div class="stack">
              <Card
                flush
                title="Forms"
                actions={
                  <span class="soft">
                    {plural(rows.filter(({ labelled }) => labelled).length, 'form')} of {rows.length} labelled
                  </span>
                }
              >
                <Table
                  label="Forms"
                  rows={rows}
                  keyOf={({ name }) => name}
                  onOpen={({ name }) => navigate(joinPath('documents', 'sets', setId, name))}
                  empty={
                    <Empty icon="upload" title="No forms yet">
                      Drop five or more filled-in forms of one kind below.
                    </Empty>
                  }
                  columns={[
                    {
                      title: 'Form',
                      width: '2fr',
                      cell: ({ name }) => <Link to={joinPath('documents', 'sets', setId, name)}>{name}</Link>,
                    },
                    {
                      title: 'Status',
                      width: '110px',
                      cell: ({ labelled, hasLayout, isFlow }) =>
                        isFlow ? (
                          <Tag>no labels</Tag>
                        ) : labelled ? (
                          <Tag kind="good">labelled</Tag>
                        ) : hasLayout ? (
                          <Tag kind="info">to label</Tag>
                        ) : (
                          <Tag>not analyzed</Tag>
                        ),
                    },
                    { title: 'Size', width: '80px', number: true, cell: (form) => formatBytes(form.bytes) },
                    {
                      title: '',
                      width: '40px',
                      cell: (form) => (
                        <Button kind="quiet" icon="trash" label={`Delete ${form.name}`} onClick={() => void remove.run(form)} />
                      ),
                    },
                  ]}
                />
              </Card>
              <AddForms setId={setId} existing={new Set(set.files.map(({ name }) => name))} onChanged={opened.reload} />
            </div>
            <div class="stack">
              <FieldsEditor setId={setId} fields={fields} counts={counts.value} onChange={opened.reload} />
              <BuildCard
                setId={setId}
                labelled={rows.filter(({ labelled }) => labelled).length}
                fields={fields.map(({ name }) => name)}
                counts={counts.value}
              />
            </div>
          </div>
        )}
      </Async>
    </>
  );
}

const MAX_LISTED = 3;

/** `existing` are the files of the set. */
function AddForms({ setId, existing, onChanged }: { setId: string; existing: ReadonlySet<string>; onChanged: () => void }): JSX.Element {
  const { account, client } = useAccount();
  const [progress, setProgress] = useState('');
  /** A file that fails does not stop the others; resolves to those that failed. */
  const each = async (doing: string, files: readonly File[], act: (file: File) => Promise<unknown>): Promise<File[]> => {
    const done: File[] = [];
    for (const [n, file] of files.entries()) {
      setProgress(`${doing} ${n + 1} of ${files.length}: ${file.name}`);
      await act(file).then(
        () => done.push(file),
        (error: unknown) => showFailure(error, file.name),
      );
    }
    return done;
  };
  const add = useAction(async (files: File[]) => {
    const { forms, beside, refused } = sortDropped(files);
    for (const why of refused) toast(why, { kind: 'danger' });
    const existingFiles = [...beside, ...forms].filter(({ name }) => existing.has(name));
    const names = existingFiles.map(({ name }) => name);
    const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
    const listed = names.slice(0, MAX_LISTED).join(', ') + more;
    const replaces =
      existingFiles.length > 0 &&
      (await confirm({
        title: `Replace ${plural(existingFiles.length, 'file')}?`,
        action: 'Replace',
        text:
          `Already in the set: ${listed}. Replacing a form deletes its labels, unless you drop new ones with it. ` +
          'Otherwise only new files are added.',
      }));
    const sent = await each(
      'Uploading',
      [...beside, ...forms].filter((file) => replaces || !existingFiles.includes(file)),
      (file) => putFile(client, setId, file.name, file),
    );
    for (const name of replaces
      ? replacedFiles(
          existingFiles.filter((file) => sent.includes(file)),
          existing,
          sent,
        )
      : [])
      await client.delete(versioned(filePath(setId, name)));
    onChanged();
    await each(
      'Analyzing',
      forms.filter((file) => sent.includes(file) && !sent.some(({ name }) => name === file.name + LAYOUT)),
      (file) => analyzeLayout(client, account, setId, file.name, file),
    );
    onChanged();
  });
  return (
    <>
      {add.busy ? (
        <div class="progress" role="status">
          <span class="row">
            <span class="spinner" />
            {progress}
          </span>
        </div>
      ) : (
        <FileDrop
          many
          label="Drop forms here, or browse"
          accept={FORM_SUFFIXES}
          hint={
            'PDF or images; for classifiers also office files. Labels, layouts and ' +
            'fields.json of a labelling tool can be added with them.'
          }
          onFiles={(files) => void add.run(files)}
        />
      )}
      <ApiCall
        call={{
          method: 'PUT',
          path: versioned(filePath(setId, 'form-1.pdf')),
          file: new File([], 'form-1.pdf', { type: 'application/octet-stream' }),
        }}
      />
    </>
  );
}
