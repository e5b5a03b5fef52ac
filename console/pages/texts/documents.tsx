/** Documents of the project: search, label, add and delete. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { CheckField, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useProject } from '../../projects/context.ts';
import { AddDocuments } from './add-documents.tsx';
import { isLabelled, labelsOf, labelNames } from './assets.ts';
import type { Assets, TextDocument } from './assets.ts';
import { DocumentEditor } from './editor.tsx';
import { filterDocuments, setFilter, useFilter } from './filter.ts';
import { TextTree } from './tree.tsx';

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
  useActions([{ title: 'Next document', keys: 'j', run: () => step(1) }, { title: 'Previous document', keys: 'k', run: () => step(-1) }]);
  return <div class="split projects-split">
    <TextTree />
    <div class="stack">
      {opened ? <DocumentEditor key={opened.location} document={opened} onStep={step} onClose={() => setQuery({ at: undefined })} /> : <AddDocuments />}
      <Card title="Documents"><div class="stack tight">
        {documents.length > 0 && <div class="texts-filter"><TextField bare type="search" label="Search documents" placeholder="Search" value={filter.find} onInput={(find) => setFilter({ find })} /><CheckField label="Unlabelled only" value={filter.unlabelled} onInput={(unlabelled) => setFilter({ unlabelled })} /></div>}
        <span class="soft" role="status">{rows.length === documents.length ? plural(rows.length, 'document') : `${plural(rows.length, 'document')} of ${documents.length}`}</span>
        <Table label="Documents" rows={rows} height={480} keyOf={({ location }) => location} onOpen={({ location }) => setQuery({ at: location }, { replace: false })} selected={({ location }) => location === open}
          empty={<Empty icon="texts" title={documents.length === 0 ? 'No documents yet' : 'No matches'}>{documents.length === 0 ? 'Add some above, then label them.' : 'Change or clear the filters.'}</Empty>} columns={[
            { title: 'Document', width: '1fr', cell: ({ location }) => location }, { title: 'Text', width: '3fr', cell: ({ text }) => text === undefined ? <span class="soft">in the container</span> : text.slice(0, MAX_PREVIEW) },
            { title: 'Labels', width: '1fr', cell: (document) => <LabelCell document={document} /> }, { title: 'Split', width: '70px', cell: ({ dataset }) => dataset ?? '' },
          ]} />
        <ApiCall call={saving} />
      </div></Card>
    </div>
  </div>;
}

function LabelCell({ document }: { document: TextDocument }): JSX.Element {
  if (!isLabelled(document)) return <Tag kind="warn">not labelled</Tag>;
  const labels = labelsOf(document).length;
  return <>{document.entities ? labels === 0 ? 'no entities' : `${plural(labels, 'label')}: ${labelNames(document).join(', ')}` : labelNames(document).join(', ')}</>;
}
