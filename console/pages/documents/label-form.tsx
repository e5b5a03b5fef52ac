/** Opens a form of a training set for labeling; analyzes it first if needed. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async } from '../../kit/async.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Empty, PageHeader } from '../../kit/parts.tsx';
import { joinPath } from '../../kit/router.tsx';
import { getFile, getJson } from './calls.ts';
import { Labeler } from './labeler.tsx';
import { layoutTables } from './label-tables.ts';
import { formPages, type Layout } from './labels.ts';
import { LAYOUT } from './training-files.ts';
import { analyzeLayout, openSet, readLabels, type SavedLabels } from './training-set.ts';

export function LabelForm({ setId, name }: { setId: string; name: string }) {
  const { account, client } = useAccount();
  const opened = useLoad(
    async (signal) => {
      const { forms, fields } = await openSet(client, setId, signal);
      const form = forms.find((one) => one.name === name);
      if (!form) return { forms, fields };
      const layout = form.hasLayout
        ? await getJson<Layout>(client, setId, name + LAYOUT, signal)
        : await analyzeLayout(client, account, setId, name, await getFile(client, setId, name, signal), signal);
      const saved: SavedLabels = form.labeled ? await readLabels(client, setId, name, signal) : { labels: [] };
      const pages = formPages(layout);
      return { forms, fields, pages, tables: layoutTables(layout, pages), saved };
    },
    [client, setId, name],
  );
  const again = useAction(async () => {
    const { forms, fields } = await openSet(client, setId);
    if (opened.value) opened.put({ ...opened.value, forms, fields });
  });
  const toSet = <ButtonLink kind="primary" to={joinPath('documents', 'sets', setId)} text={t('Back to set')} />;
  const isClosed = opened.error !== undefined && opened.value === undefined;
  return (
    <>
      {isClosed && (
        <PageHeader
          title={name}
          about={t('This form cannot be opened. Delete it from the set, or replace it with a better scan.')}
          actions={toSet}
        />
      )}
      <Async of={opened} what={t('Opening the form; a new form is analyzed first')}>
        {({ forms, fields, pages, tables, saved }) => {
          if (!pages)
            return (
              <>
                <PageHeader title={name} />
                <Empty icon="documents" title={t('Form not found')} actions={toSet} text={t('It may have been deleted.')} />
              </>
            );
          if (pages.some(({ width }) => width === 0))
            return (
              <>
                <PageHeader title={name} />
                <Empty icon="documents" title={t('No pages to label')} actions={toSet}>
                  {t('Office files and HTML are for classifiers, which need no labels. To train a model, save it as PDF.')}
                </Empty>
              </>
            );
          return (
            <Labeler
              setId={setId}
              name={name}
              forms={forms}
              fields={fields}
              pages={pages}
              tables={tables}
              first={saved}
              onFields={() => void again.run()}
            />
          );
        }}
      </Async>
    </>
  );
}
