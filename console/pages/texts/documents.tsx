/** Documents of the project: search, label, add and delete. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { toast } from '../../kit/toast.tsx';
import { Collapsible } from '../../shared/language/collapsible.tsx';
import { useProject } from '../../shared/projects/context.ts';
import { NameDialog, TreeSection } from '../../shared/language/tree.tsx';
import { AddDocuments } from './add-documents.tsx';
import { addCategory, categoryNames, isExtraction, isLabeled, labelNames, labelsOf, renameCategory } from './assets.ts';
import type { Assets, TextDocument } from './assets.ts';
import { DocumentEditor } from './editor.tsx';

const MAX_PREVIEW = 120;

export function DocumentsTab() {
  const { assets, saving } = useProject<Assets>();
  const { documents } = assets;
  const open = useRoute().query.get('at') ?? undefined;
  const filter = useFilter();
  const rows = useMemo(() => filterDocuments(documents, filter), [documents, filter.find, filter.category, filter.unlabeled]);
  const [isAdding, setAdding] = useState(false);
  const opened = documents.find(({ location }) => location === open);
  const step = (by: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, rows.findIndex(({ location }) => location === open) + by))];
    if (next) setQuery({ at: next.location });
  };
  useActions([
    { title: t('Next document'), keys: 'j', run: () => step(1) },
    { title: t('Previous document'), keys: 'k', run: () => step(-1) },
    { title: t('Add documents'), needs: 'label', keys: 'n', run: () => setAdding(true) },
  ]);
  /** What was added must be visible. */
  const showAdded = (added: readonly TextDocument[]): void => {
    if (filterDocuments(added, filter).length < added.length) setFilter({ find: '', category: '', unlabeled: false });
    if (added.length === 1 && !isLabeled(added[0]!)) setQuery({ at: added[0]!.location });
  };
  return (
    <div class="split language-split">
      <TextTree />
      <div class="stack">
        {opened && <DocumentEditor key={opened.location} document={opened} onStep={step} onClose={() => setQuery({ at: undefined })} />}
        <Card
          title={t('Documents')}
          actions={<Button kind="primary" icon="add" keys="n" onClick={() => setAdding(true)} text={t('Add documents')} />}
        >
          <div class="stack tight">
            {documents.length > 0 && (
              <div class="texts-filter">
                <TextField
                  bare
                  type="search"
                  label={t('Search documents')}
                  placeholder={t('Search')}
                  value={filter.find}
                  onInput={(find) => setFilter({ find })}
                />
                <CheckField label={t('Unlabeled only')} value={filter.unlabeled} onInput={(unlabeled) => setFilter({ unlabeled })} />
              </div>
            )}
            <span class="soft" role="status">
              {rows.length === documents.length
                ? plural(rows.length, 'document')
                : t('{count} of {count2}', { count: plural(rows.length, 'document'), count2: documents.length })}
            </span>
            <Table
              label={t('Documents')}
              rows={rows}
              height={480}
              keyOf={({ location }) => location}
              onOpen={({ location }) => setQuery({ at: location }, { replace: false })}
              selected={({ location }) => location === open}
              empty={
                <Empty icon="texts" title={documents.length === 0 ? t('No documents yet') : t('No matches')}>
                  {documents.length === 0 ? t('Type some in, or drop text files, then label them.') : t('Change or clear the filters.')}
                </Empty>
              }
              columns={[
                { title: t('Document'), width: '1fr', cell: ({ location }) => location },
                {
                  title: t('Text'),
                  width: 'minmax(180px, 3fr)',
                  cell: ({ text }) => (text === undefined ? <span class="soft">{t('in the container')}</span> : text.slice(0, MAX_PREVIEW)),
                },
                { title: t('Labels'), width: '1fr', cell: (document) => <LabelCell document={document} /> },
                { title: t('Split'), width: '70px', cell: ({ dataset }) => dataset ?? '' },
              ]}
            />
            <ApiCall call={saving} />
          </div>
        </Card>
      </div>
      {isAdding && <AddDocuments category={filter.category} onAdded={showAdded} onClose={() => setAdding(false)} />}
    </div>
  );
}

function LabelCell({ document }: { document: TextDocument }) {
  if (!isLabeled(document)) return <Tag kind="warn">{t('not labeled')}</Tag>;
  const labels = labelsOf(document).length;
  return (
    <>
      {document.entities
        ? labels === 0
          ? t('no entities')
          : `${plural(labels, 'label')}: ${labelNames(document).join(', ')}`
        : labelNames(document).join(', ')}
    </>
  );
}

export interface Filter {
  find: string;
  category: string;
  /** Unlabeled documents only. */ unlabeled: boolean;
}

/** The document filter in the URL. */
function useFilter(): Filter {
  const { query } = useRoute();
  return { find: query.get('find') ?? '', category: query.get('category') ?? '', unlabeled: query.get('unlabeled') === '1' };
}

function setFilter({ unlabeled, ...rest }: Partial<Filter>): void {
  setQuery({ ...rest, ...(unlabeled !== undefined && { unlabeled: unlabeled ? '1' : undefined }) });
}

function filterDocuments(documents: readonly TextDocument[], { find, category, unlabeled }: Filter): TextDocument[] {
  const requested = find.toLowerCase();
  return documents.filter(
    (one) =>
      (!unlabeled || !isLabeled(one)) &&
      (category === '' || labelNames(one).includes(category)) &&
      (requested === '' || one.location.toLowerCase().includes(requested) || (one.text ?? '').toLowerCase().includes(requested)),
  );
}

/** Classes or entities of the project. */
function TextTree() {
  const { assets, edit } = useProject<Assets>();
  const { category: selected } = useFilter();
  const [open, setOpen] = useState<{ name?: string }>();
  const isEntityProject = isExtraction(assets);
  const names = categoryNames(assets);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const document of assets.documents) for (const name of labelNames(document)) found.set(name, (found.get(name) ?? 0) + 1);
    return found;
  }, [assets.documents]);
  return (
    <Card>
      <Collapsible
        open={assets.documents.length === 0}
        title={isEntityProject ? plural(names.length, 'entity', 'entities') : plural(names.length, 'class', 'classes')}
      >
        <TreeSection
          title={isEntityProject ? t('Entities') : t('Classes')}
          add={isEntityProject ? t('Add entity') : t('Add class')}
          items={names.map((name) => ({ name, count: counts.get(name) ?? 0 }))}
          selected={selected}
          empty={isEntityProject ? t('What to extract: names, amounts, dates.') : t('What documents are about.')}
          onSelect={(category) => setFilter({ category })}
          onOpen={(name) => setOpen({ name })}
          onAdd={() => setOpen({})}
        />
      </Collapsible>
      {open && (
        <NameDialog
          title={open.name ?? (isEntityProject ? t('Add entity') : t('Add class'))}
          label={isEntityProject ? t('Entity name') : t('Class name')}
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
                  toast(t('{name} deleted with its labels; Ctrl+Z to undo', { name: open.name }));
                }
          }
        />
      )}
    </Card>
  );
}
