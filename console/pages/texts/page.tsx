/** Texts: the projects of the account, or the one named in the URL. */
import type { JSX } from 'preact';
import type { PageProps } from '../../kit/page.ts';
import { DeploymentsTab } from '../../projects/deployments.tsx';
import { EvaluationTab } from '../../projects/evaluation-tab.tsx';
import { ImportProject } from '../../projects/import.tsx';
import { ProjectPage } from '../../projects/project.tsx';
import { ProjectList } from '../../projects/projects.tsx';
import { TrainingTab } from '../../projects/training.tsx';
import { BatchTab } from './batch-tab.tsx';
import { DocumentsTab } from './documents.tsx';
import { readEvaluation } from './evaluation.ts';
import { family } from './family.ts';
import { Playground } from './playground.tsx';
import { ReviewTab } from './review-tab.tsx';

const TABS = [
  { id: 'documents', title: 'Documents', content: () => <DocumentsTab /> }, { id: 'training', title: 'Training', content: () => <TrainingTab /> }, { id: 'evaluation', title: 'Evaluation', content: () => <EvaluationTab read={readEvaluation} /> },
  { id: 'deployments', title: 'Deployments', content: () => <DeploymentsTab /> }, { id: 'playground', title: 'Playground', content: () => <Playground /> },
  { id: 'review', title: 'Review', content: () => <ReviewTab /> }, { id: 'batch', title: 'Batch test', content: () => <BatchTab /> },
];

export default function Texts({ parts: [name], query }: PageProps): JSX.Element {
  if (name === undefined && query.get('import') !== null) return <ImportProject family={family} />;
  return name === undefined ? <ProjectList family={family} /> : <ProjectPage key={name} family={family} name={name} tabs={TABS} />;
}
