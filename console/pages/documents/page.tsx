/** Documents: the start page, or what the URL names: a result, a comparison, a training set, a model, a classifier. */
import { t } from '../../i18n/messages.ts';
import { ButtonLink, Empty, PageHeader, Redirect } from '../../kit/parts.tsx';
import type { PageProps } from '../../kit/router.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Analyze } from './analyze.tsx';
import { Batch } from './batch.tsx';
import { ClassifierPage, Classifiers } from './classifiers.tsx';
import { CompareStart, Comparison } from './compare.tsx';
import { LabelForm } from './label-form.tsx';
import { ModelPage } from './model.tsx';
import { Models } from './models.tsx';
import { TrainingSetPage } from './training-set-page.tsx';
import { TrainingSetList } from './training-sets.tsx';
import { ResultPage } from './result-page.tsx';

/** Parent URLs redirect to the list; what they name is selected there. */
const PARENT_TABS: Readonly<Record<string, (name?: string) => Record<string, string>>> = {
  results: (model) => ({ ...(model !== undefined && { model }) }),
  sets: () => ({ tab: 'sets' }),
  models: () => ({ tab: 'models' }),
  compare: (one) => ({ tab: 'compare', ...(one !== undefined && { one }) }),
  classifiers: () => ({ tab: 'classifiers' }),
};

export default function Documents({ parts, query }: PageProps) {
  const [view, first, second] = parts;
  const results = query.get('results')?.split(',') ?? [];
  if (view === undefined) return <DocumentsHome />;
  if (view === 'results' && second !== undefined) return <ResultPage key={second} modelId={first!} resultId={second} />;
  if (view === 'compare' && second !== undefined && results.length === 2)
    return (
      <Comparison
        key={results.join()}
        sides={[
          { modelId: first!, resultId: results[0]! },
          { modelId: second, resultId: results[1]! },
        ]}
      />
    );
  if (view === 'sets' && second !== undefined) return <LabelForm key={`${first}/${second}`} setId={first!} name={second} />;
  if (view === 'sets' && first !== undefined) return <TrainingSetPage key={first} setId={first} />;
  if (view === 'models' && first !== undefined) return <ModelPage key={first} modelId={first} />;
  if (view === 'classifiers' && first !== undefined) return <ClassifierPage key={first} classifierId={first} resultId={second} />;
  const above = PARENT_TABS[view]?.(first);
  if (above) return <Redirect to={`/documents?${new URLSearchParams(above).toString()}`} />;
  return (
    <Empty icon="documents" title={t('Page not found')} actions={<ButtonLink to="/documents">{t('Documents')}</ButtonLink>}>
      {t('There is no page at this URL.')}
    </Empty>
  );
}

/** Start page of documents: analyze, label and build, models, classifiers. */
export function DocumentsHome() {
  return (
    <>
      <PageHeader title={t('Documents')} about={t('Extract text, tables and fields from documents, with prebuilt models or your own.')} />
      <Tabs
        label={t('Documents')}
        tabs={[
          { id: 'analyze', title: t('Analyze'), content: () => <Analyze /> },
          { id: 'batch', title: t('Batch'), content: () => <Batch /> },
          { id: 'sets', title: t('Label and build'), content: () => <TrainingSetList /> },
          { id: 'models', title: t('Models'), content: () => <Models /> },
          { id: 'compare', title: t('Compare'), content: () => <CompareStart /> },
          { id: 'classifiers', title: t('Classifiers'), content: () => <Classifiers /> },
        ]}
      />
    </>
  );
}
