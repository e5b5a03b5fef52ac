/** Documents of the project: search, label, add and delete. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { CheckField, Form, SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { toast } from '../../kit/toast.tsx';
import { useProject } from '../../shared/projects/context.ts';
import { NameDialog, TreeSection } from '../../shared/projects/tree.tsx';
import {
  addCategory,
  addDocuments,
  categoryNames,
  isExtraction,
  isLabelled,
  labelNames,
  labelsOf,
  MAX_CHARACTERS,
  renameCategory,
} from './assets.ts';
import type { Assets, TextDocument } from './assets.ts';
import { DocumentEditor } from './editor.tsx';

const MAX_PREVIEW = 120;

export function DocumentsTab(): JSX.Element {
  const { assets, saving } = useProject<Assets>();
  const { documents } = assets;
  const open = useRoute().query.get('at') ?? undefined;
  const filter = useFilter();
  const rows = useMemo(() => filterDocuments(documents, filter), [documents, filter.find, filter.category, filter.unlabelled]);
  const opened = documents.find(({ location }) => location === open);
  const step = (by: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, rows.findIndex(({ location }) => location === open) + by))];
    if (next) setQuery({ at: next.location });
  };
  useActions([
    { title: 'Next document', keys: 'j', run: () => step(1) },
    { title: 'Previous document', keys: 'k', run: () => step(-1) },
  ]);
  return (
    <div class="split projects-split">
      <TextTree />
      <div class="stack">
        {opened ? (
          <DocumentEditor key={opened.location} document={opened} onStep={step} onClose={() => setQuery({ at: undefined })} />
        ) : (
          <AddDocuments />
        )}
        <Card title="Documents">
          <div class="stack tight">
            {documents.length > 0 && (
              <div class="texts-filter">
                <TextField
                  bare
                  type="search"
                  label="Search documents"
                  placeholder="Search"
                  value={filter.find}
                  onInput={(find) => setFilter({ find })}
                />
                <CheckField label="Unlabelled only" value={filter.unlabelled} onInput={(unlabelled) => setFilter({ unlabelled })} />
              </div>
            )}
            <span class="soft" role="status">
              {rows.length === documents.length
                ? plural(rows.length, 'document')
                : `${plural(rows.length, 'document')} of ${documents.length}`}
            </span>
            <Table
              label="Documents"
              rows={rows}
              height={480}
              keyOf={({ location }) => location}
              onOpen={({ location }) => setQuery({ at: location }, { replace: false })}
              selected={({ location }) => location === open}
              empty={
                <Empty icon="texts" title={documents.length === 0 ? 'No documents yet' : 'No matches'}>
                  {documents.length === 0 ? 'Add some above, then label them.' : 'Change or clear the filters.'}
                </Empty>
              }
              columns={[
                { title: 'Document', width: '1fr', cell: ({ location }) => location },
                {
                  title: 'Text',
                  width: '3fr',
                  cell: ({ text }) => (text === undefined ? <span class="soft">in the container</span> : text.slice(0, MAX_PREVIEW)),
                },
                { title: 'Labels', width: '1fr', cell: (document) => <LabelCell document={document} /> },
                { title: 'Split', width: '70px', cell: ({ dataset }) => dataset ?? '' },
              ]}
            />
            <ApiCall call={saving} />
          </div>
        </Card>
      </div>
    </div>
  );
}

function LabelCell({ document }: { document: TextDocument }): JSX.Element {
  if (!isLabelled(document)) return <Tag kind="warn">not labelled</Tag>;
  const labels = labelsOf(document).length;
  return (
    <>
      {document.entities
        ? labels === 0
          ? 'no entities'
          : `${plural(labels, 'label')}: ${labelNames(document).join(', ')}`
        : labelNames(document).join(', ')}
    </>
  );
}

/** Adds documents: typed in, or text files. */
function AddDocuments(): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const filter = useFilter();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<string>();
  const names = categoryNames(assets);
  const isEntityProject = isExtraction(assets);
  const requested = picked ?? filter.category;
  const category = isEntityProject || !names.includes(requested) ? undefined : requested;
  const add = (given: readonly { location: string; text: string }[]): void => {
    const next = addDocuments(assets, given, category);
    edit(next);
    toast(`${plural(given.length, 'document')} added`);
    if (given.length === 1 && category === undefined) setQuery({ at: next.documents.at(-1)!.location });
  };
  const write = (): void => {
    if (text.trim() === '') return;
    add([{ location: `document-${assets.documents.length + 1}`, text }]);
    setText('');
  };
  const drop = useAction(async (files: readonly File[]) => {
    const read = await Promise.all(
      files.map(async (file) => ({
        location: file.name,
        text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()),
      })),
    );
    const long = read.find((one) => one.text.length > MAX_CHARACTERS);
    if (long) throw new Error(`${long.location} has more than ${MAX_CHARACTERS} characters. Split it into several documents.`);
    add(read);
  });
  return (
    <Card title="Add documents">
      <Form class="stack tight" onSubmit={write}>
        <TextArea label="Text of new document" rows={4} value={text} onInput={setText} placeholder="The parcel has not arrived yet." />
        <div class="row">
          {!isEntityProject && (
            <SelectField
              bare
              label="Class of new documents"
              value={category ?? ''}
              options={[{ value: '', label: 'No class yet' }, ...names]}
              onInput={setPicked}
            />
          )}
          <Button type="submit" kind="primary" icon="add" disabled={text.trim() === ''}>
            Add
          </Button>
        </div>
        <FileDrop
          many
          label="Or drop text files here"
          accept=".txt,.md,text/plain"
          hint="UTF-8 text, at most 125,000 characters each."
          onFiles={(files) => void drop.run(files)}
        />
      </Form>
    </Card>
  );
}

export interface Filter {
  find: string;
  category: string;
  /** Unlabelled documents only. */ unlabelled: boolean;
}

/** The document filter in the URL. */
function useFilter(): Filter {
  const { query } = useRoute();
  return { find: query.get('find') ?? '', category: query.get('category') ?? '', unlabelled: query.get('unlabelled') === '1' };
}

function setFilter({ unlabelled, ...rest }: Partial<Filter>): void {
  setQuery({ ...rest, ...(unlabelled !== undefined && { unlabelled: unlabelled ? '1' : undefined }) });
}

function filterDocuments(documents: readonly TextDocument[], { find, category, unlabelled }: Filter): TextDocument[] {
  const requested = find.toLowerCase();
  return documents.filter(
    (one) =>
      (!unlabelled || !isLabelled(one)) &&
      (category === '' || labelNames(one).includes(category)) &&
      (requested === '' || one.location.toLowerCase().includes(requested) || (one.text ?? '').toLowerCase().includes(requested)),
  );
}

/** Classes or entities of the project. */
function TextTree(): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const { category: selected } = useFilter();
  const [open, setOpen] = useState<{ name?: string }>();
  const isEntityProject = isExtraction(assets);
  const word = isEntityProject ? 'entity' : 'class';
  const names = categoryNames(assets);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const document of assets.documents) for (const name of labelNames(document)) found.set(name, (found.get(name) ?? 0) + 1);
    return found;
  }, [assets.documents]);
  return (
    <Card>
      <TreeSection
        title={isEntityProject ? 'Entities' : 'Classes'}
        one={isEntityProject ? 'entity' : 'class'}
        items={names.map((name) => ({ name, count: counts.get(name) ?? 0 }))}
        selected={selected}
        empty={isEntityProject ? 'What to extract: names, amounts, dates.' : 'What documents are about.'}
        onSelect={(category) => setFilter({ category })}
        onOpen={(name) => setOpen({ name })}
        onAdd={() => setOpen({})}
      />
      {open && (
        <NameDialog
          title={open.name ?? `Add ${isEntityProject ? 'entity' : 'class'}`}
          label={`${word[0]!.toUpperCase()}${word.slice(1)} name`}
          currentName={open.name}
          existingNames={names}
          onClose={() => setOpen(undefined)}
          onDone={(name) => {
            if (open.name === undefined) edit(addCategory(assets, name));
            else if (name !== open.name) edit(renameCategory(assets, open.name, name));
          }}
          onDelete={
            open.name === undefined
              ? undefined
              : () => {
                  edit(renameCategory(assets, open.name!, undefined));
                  setFilter({ category: '' });
                  toast(`${open.name} deleted with its labels; Ctrl+Z to undo`);
                }
          }
        />
      )}
    </Card>
  );
}
