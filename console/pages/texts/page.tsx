/** Texts: the projects of the account, or the one named in the URL. */
import type { JSX } from 'preact';
import type { PageProps } from '../../kit/router.tsx';
import type { ProjectFamily } from '../../shared/projects/context.ts';
import { DeploymentsTab } from '../../shared/projects/deployments.tsx';
import { EvaluationTab } from '../../shared/projects/evaluation-tab.tsx';
import { ImportProject } from '../../shared/projects/import.tsx';
import { ProjectList } from '../../shared/projects/project-list.tsx';
import { ProjectPage } from '../../shared/projects/project.tsx';
import { TrainingTab } from '../../shared/projects/training.tsx';
import { ENTITIES, MULTI, SINGLE, toItems } from './assets.ts';
import type { Assets } from './assets.ts';
import { DocumentsTab } from './documents.tsx';
import { readEvaluation } from './evaluation.ts';
import { BatchTab, Playground } from './playground.tsx';
import { ReviewTab } from './review-tab.tsx';

const TABS = [
  { id: 'documents', title: 'Documents', content: () => <DocumentsTab /> },
  { id: 'training', title: 'Training', content: () => <TrainingTab /> },
  { id: 'evaluation', title: 'Evaluation', content: () => <EvaluationTab read={readEvaluation} /> },
  { id: 'deployments', title: 'Deployments', content: () => <DeploymentsTab /> },
  { id: 'playground', title: 'Playground', content: () => <Playground /> },
  { id: 'review', title: 'Review', content: () => <ReviewTab /> },
  { id: 'batch', title: 'Batch test', content: () => <BatchTab /> },
];

export default function Texts({ parts: [name], query }: PageProps): JSX.Element {
  if (name === undefined && query.get('import') !== null) return <ImportProject family={family} />;
  return name === undefined ? <ProjectList family={family} /> : <ProjectPage key={name} family={family} name={name} tabs={TABS} />;
}

/** Text projects in the project pages. */
export const family: ProjectFamily = {
  page: 'texts',
  title: 'Texts',
  about: 'Classify documents and extract entities from them.',
  base: '/language/authoring/analyze-text',
  kinds: [
    { value: SINGLE, label: 'Single-label classification' },
    { value: MULTI, label: 'Multi-label classification' },
    { value: ENTITIES, label: 'Entity extraction' },
  ],
  labelled: 'document',
  sample: () => import('../../samples/texts.ts'),
  invitation: 'Create one and add a few documents, or try the sample: mail sorting that is already trained.',
  fileFormats: 'An exported project of any version. It is checked first; nothing is written until you confirm.',
  items: (assets) => toItems(assets as Assets),
};
