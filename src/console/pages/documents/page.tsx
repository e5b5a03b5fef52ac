/** Documents: what to do first, or what the address names: a result, a comparison, a training set, a model, a classifier. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageProps } from '../../kit/page.ts';
import { ButtonLink, Empty, Loading } from '../../kit/parts.tsx';
import { go } from '../../kit/router.tsx';
import { OneClassifier } from './classifier.tsx';
import { Compared } from './compare.tsx';
import { Front } from './front.tsx';
import { LabelForm } from './label-form.tsx';
import { OneModel } from './model.tsx';
import { ResultAt } from './result-at.tsx';
import { OneSet } from './set.tsx';

/** Addresses above those of one thing lead to the list of such things. */
const TABS: Readonly<Record<string, string>> = { results: '', sets: '?tab=sets', models: '?tab=models', compare: '?tab=compare', classifiers: '?tab=classifiers' };

function Elsewhere({ to }: { to: string }): JSX.Element {
  useEffect(() => go(to, { replace: true }), [to]);
  return <Loading />;
}

export default function Documents({ parts }: PageProps): JSX.Element {
  const [view, first, second, ...rest] = parts;
  if (view === undefined) return <Front />;
  if (view === 'results' && second !== undefined) return <ResultAt key={second} modelId={first!} resultId={second} />;
  if (view === 'compare' && rest[1] !== undefined) return <Compared key={parts.join('/')} sides={[{ modelId: first!, resultId: second! }, { modelId: rest[0]!, resultId: rest[1] }]} />;
  if (view === 'sets' && second !== undefined) return <LabelForm key={`${first}/${second}`} setId={first!} name={second} />;
  if (view === 'sets' && first !== undefined) return <OneSet key={first} setId={first} />;
  if (view === 'models' && first !== undefined) return <OneModel key={first} modelId={first} />;
  if (view === 'classifiers' && first !== undefined) return <OneClassifier key={first} classifierId={first} resultId={second} />;
  if (TABS[view] !== undefined) return <Elsewhere to={`/documents${TABS[view]}`} />;
  return <Empty icon="documents" title="There is nothing here" actions={<ButtonLink to="/documents">Documents</ButtonLink>}>The address leads nowhere.</Empty>;
}
