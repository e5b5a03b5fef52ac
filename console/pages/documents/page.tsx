/** Documents: the start page, or what the URL names: a result, a comparison, a training set, a model, a classifier. */
import type { JSX } from 'preact';
import { Redirect } from '../../kit/elsewhere.tsx';
import type { PageProps } from '../../kit/page.ts';
import { ButtonLink, Empty } from '../../kit/parts.tsx';
import { ClassifierPage } from './classifier.tsx';
import { Comparison } from './compare.tsx';
import { DocumentsHome } from './front.tsx';
import { LabelForm } from './label-form.tsx';
import { ModelPage } from './model.tsx';
import { ResultPage } from './result-at.tsx';
import { TrainingSetPage } from './set.tsx';

/** Parent URLs redirect to the list; what they name is selected there. */
const PARENT_TABS: Readonly<Record<string, (name?: string) => Record<string, string>>> = {
  results: (model) => ({ ...model !== undefined && { model } }), sets: () => ({ tab: 'sets' }), models: () => ({ tab: 'models' }),
  compare: (one) => ({ tab: 'compare', ...one !== undefined && { one } }), classifiers: () => ({ tab: 'classifiers' }),
};

export default function Documents({ parts, query }: PageProps): JSX.Element {
  const [view, first, second] = parts;
  const results = query.get('results')?.split(',') ?? [];
  if (view === undefined) return <DocumentsHome />;
  if (view === 'results' && second !== undefined) return <ResultPage key={second} modelId={first!} resultId={second} />;
  if (view === 'compare' && second !== undefined && results.length === 2) return <Comparison key={results.join()} sides={[{ modelId: first!, resultId: results[0]! }, { modelId: second, resultId: results[1]! }]} />;
  if (view === 'sets' && second !== undefined) return <LabelForm key={`${first}/${second}`} setId={first!} name={second} />;
  if (view === 'sets' && first !== undefined) return <TrainingSetPage key={first} setId={first} />;
  if (view === 'models' && first !== undefined) return <ModelPage key={first} modelId={first} />;
  if (view === 'classifiers' && first !== undefined) return <ClassifierPage key={first} classifierId={first} resultId={second} />;
  const above = PARENT_TABS[view]?.(first);
  if (above) return <Redirect to={`/documents?${new URLSearchParams(above).toString()}`} />;
  return <Empty icon="documents" title="Page not found" actions={<ButtonLink to="/documents">Documents</ButtonLink>}>There is no page at this URL.</Empty>;
}
