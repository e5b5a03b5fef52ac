/** Texts: the projects of the account, or the one named in the URL. */
import { t } from '../../i18n/messages.ts';
import type { PageProps } from '../../kit/router.tsx';
import type { ProjectFamily } from '../../shared/projects/family.ts';
import { DeploymentsTab } from '../../shared/projects/deployments.tsx';
import { EvaluationTab } from '../../shared/projects/evaluation-tab.tsx';
import { ImportProject } from '../../shared/projects/import.tsx';
import { ProjectList } from '../../shared/projects/project-list.tsx';
import { ProjectPage } from '../../shared/projects/project.tsx';
import { SettingsTab } from '../../shared/projects/settings.tsx';
import { TrainingTab } from '../../shared/projects/training.tsx';
import { ENTITIES, MULTI, SINGLE, toItems, type Assets } from './assets.ts';
import { DocumentsTab } from './documents.tsx';
import { readEvaluation } from './evaluation.ts';
import { BatchTab, QueryTab } from './playground.tsx';
import { ReviewTab } from './review-tab.tsx';

const TABS = [
  { id: 'documents', title: t('Documents'), content: () => <DocumentsTab /> },
  { id: 'training', title: t('Training'), content: () => <TrainingTab /> },
  { id: 'evaluation', title: t('Evaluation'), content: () => <EvaluationTab read={readEvaluation} /> },
  { id: 'deployments', title: t('Deployments'), content: () => <DeploymentsTab /> },
  { id: 'playground', title: t('Playground'), content: () => <QueryTab /> },
  { id: 'review', title: t('Review'), content: () => <ReviewTab /> },
  { id: 'batch', title: t('Test sets'), content: () => <BatchTab /> },
  { id: 'settings', title: t('Settings'), content: () => <SettingsTab /> },
];

export default function Texts({ parts: [name], query }: PageProps) {
  if (name === undefined && query.get('import') !== null) return <ImportProject family={family} />;
  return name === undefined ? <ProjectList family={family} /> : <ProjectPage key={name} family={family} name={name} tabs={TABS} />;
}

/** Text projects in the project pages. */
export const family: ProjectFamily = {
  page: 'texts',
  more: { title: t('Summaries and personal data'), to: '/conversations?analyze=1' },
  title: t('Texts'),
  about: t('Classify documents and extract entities from them.'),
  base: '/language/authoring/analyze-text',
  kinds: [
    { value: SINGLE, label: t('Single-label classification') },
    { value: MULTI, label: t('Multi-label classification') },
    { value: ENTITIES, label: t('Entity extraction') },
  ],
  words: {
    tests: t('test documents'),
    setAside: t('A training sets some documents aside and tests the model on them.'),
    noTests: t('This model was trained on all documents. Train one with a test set.'),
    labelFirst: t('Label some documents, then train.'),
    ownLanguage: t('Default language; a document can override it.'),
  },
  prediction: '/language/analyze-text/jobs',
  thresholdHint: t('Classes and entities that score lower are left out.'),
  invitation: t('Create one and add a few documents, or try the sample: mail sorting that is already trained.'),
  fileFormats: t('An exported project of any version. It is checked first; nothing is written until you confirm.'),
  items: (assets) => toItems(assets as Assets),
};
