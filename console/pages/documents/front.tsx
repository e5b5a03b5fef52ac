/** Start page of documents: analyze, label and build, models, classifiers. */
import type { JSX } from 'preact';
import { PageHeader } from '../../kit/parts.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Analyze } from './analyze.tsx';
import { Classifiers } from './classifiers.tsx';
import { CompareStart } from './compare-start.tsx';
import { Models } from './models.tsx';
import { TrainingSetList } from './sets.tsx';

export function DocumentsHome(): JSX.Element {
  return <>
    <PageHeader title="Documents" about="Extract text, tables and fields from documents, with prebuilt models or your own." />
    <Tabs label="Documents" tabs={[
      { id: 'analyze', title: 'Analyze', content: () => <Analyze /> },
      { id: 'sets', title: 'Label and build', content: () => <TrainingSetList /> },
      { id: 'models', title: 'Models', content: () => <Models /> },
      { id: 'compare', title: 'Compare', content: () => <CompareStart /> },
      { id: 'classifiers', title: 'Classifiers', content: () => <Classifiers /> },
    ]} />
  </>;
}
