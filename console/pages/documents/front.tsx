/** The front of documents: analyze one, label and teach, models, classifiers. */
import type { JSX } from 'preact';
import { PageHead } from '../../kit/parts.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Analyze } from './analyze.tsx';
import { Classifiers } from './classifiers.tsx';
import { CompareStart } from './compare-start.tsx';
import { Models } from './models.tsx';
import { Sets } from './sets.tsx';

export function Front(): JSX.Element {
  return <>
    <PageHead title="Documents" about="Text, tables and fields of scans and files: read them, or teach a model of your own." />
    <Tabs label="Documents" tabs={[
      { id: 'analyze', title: 'Analyze', content: () => <Analyze /> },
      { id: 'sets', title: 'Label and build', content: () => <Sets /> },
      { id: 'models', title: 'Models', content: () => <Models /> },
      { id: 'compare', title: 'Compare', content: () => <CompareStart /> },
      { id: 'classifiers', title: 'Classifiers', content: () => <Classifiers /> },
    ]} />
  </>;
}
