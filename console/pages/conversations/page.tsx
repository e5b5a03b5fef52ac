/** Conversations: the projects of the account, or the one named in the URL. */
import { t } from '../../i18n/messages.ts';
import type { PageProps } from '../../kit/router.tsx';
import type { ProjectFamily } from '../../shared/projects/family.ts';
import { DeploymentsTab } from '../../shared/projects/deployments.tsx';
import { EvaluationTab } from '../../shared/projects/evaluation-tab.tsx';
import { describeSpans, sameSpans, toSection } from '../../shared/projects/evaluation.ts';
import type { Averages, ClassSummary, Evaluation, TextSpan } from '../../shared/projects/evaluation.ts';
import { ImportProject } from '../../shared/projects/import.tsx';
import { ProjectList } from '../../shared/projects/project-list.tsx';
import { ProjectPage } from '../../shared/projects/project.tsx';
import { SettingsTab } from '../../shared/projects/settings.tsx';
import { TrainingTab } from '../../shared/projects/training.tsx';
import { AnalyzeConversation } from './analyze.tsx';
import { toItems, type Assets } from './assets.ts';
import { BatchTab, QueryTab } from './playground.tsx';
import { ORCHESTRATION } from './predictions.ts';
import { ReviewTab, UtterancesTab } from './utterances.tsx';

const TABS = [
  { id: 'utterances', title: t('Utterances'), content: () => <UtterancesTab /> },
  { id: 'training', title: t('Training'), content: () => <TrainingTab /> },
  { id: 'evaluation', title: t('Evaluation'), content: () => <EvaluationTab read={readEvaluation} /> },
  { id: 'deployments', title: t('Deployments'), content: () => <DeploymentsTab /> },
  { id: 'playground', title: t('Playground'), content: () => <QueryTab /> },
  { id: 'review', title: t('Review'), content: () => <ReviewTab /> },
  { id: 'batch', title: t('Test sets'), content: () => <BatchTab /> },
  { id: 'settings', title: t('Settings'), content: () => <SettingsTab /> },
];

export default function Conversations({ parts: [name], query }: PageProps) {
  if (name === undefined && query.get('analyze') !== null) return <AnalyzeConversation />;
  if (name === undefined && query.get('import') !== null) return <ImportProject family={family} />;
  return name === undefined ? <ProjectList family={family} /> : <ProjectPage key={name} family={family} name={name} tabs={TABS} />;
}

/** Conversation projects in the project pages. */
export const family: ProjectFamily = {
  page: 'conversations',
  more: { title: t('Summaries and personal data'), to: '/conversations?analyze=1' },
  title: t('Conversations'),
  about: t('CLU projects: models and deployments, for the clients of Language.'),
  base: '/language/authoring/analyze-conversations',
  kinds: [
    { value: 'Conversation', label: t('Intents and entities of utterances') },
    { value: ORCHESTRATION, label: t('Orchestration') },
  ],
  words: {
    tests: t('test utterances'),
    setAside: t('A training sets some utterances aside and tests the model on them.'),
    noTests: t('This model was trained on all utterances. Train one with a test set.'),
    labelFirst: t('Label some utterances, then train.'),
    ownLanguage: t('Default language; an utterance can override it.'),
  },
  prediction: '/language/:analyze-conversations',
  thresholdHint: t('A query whose best intent scores lower gets None.'),
  learningHint: t('Training learns from queries without labels too, unless they make its own tests worse.'),
  invitation: t('Create one and add a few utterances, or try the sample: a garden helper that is already trained.'),
  fileFormats: t(
    'An exported project of any version, or an exported understanding app. It is checked first; nothing is written until you confirm.',
  ),
  items: (assets) => toItems(assets as Assets),
};

export interface Summary {
  intentsEvaluation: Averages & { intents: Record<string, ClassSummary> };
  entitiesEvaluation: Averages & { entities: Record<string, ClassSummary> };
}
export interface Result {
  text: string;
  intentsResult: { expectedIntent: string; predictedIntent: string; confidenceScore?: number };
  entitiesResult: { expectedEntities: TextSpan[]; predictedEntities: TextSpan[] };
}

/** Counts learned entities only, as the summary does: lists and prebuilts have no labels to compare with. */
export function readEvaluation({ intentsEvaluation, entitiesEvaluation }: Summary, results: readonly Result[]): Evaluation {
  const taught = new Set(Object.keys(entitiesEvaluation.entities));
  const outcomes = results.map(({ intentsResult: { expectedIntent, predictedIntent } }) => ({
    expected: expectedIntent,
    predicted: predictedIntent,
  }));
  return {
    sections: [
      toSection(t('Intents'), t('Intent'), intentsEvaluation.intents, intentsEvaluation),
      ...(taught.size > 0 ? [toSection(t('Entities'), t('Entity'), entitiesEvaluation.entities, entitiesEvaluation)] : []),
    ],
    outcomes,
    tested: results.map(
      ({ text, intentsResult: { confidenceScore: score }, entitiesResult: { expectedEntities, predictedEntities } }, i) => {
        const found = predictedEntities.filter(({ category }) => taught.has(category));
        const { expected, predicted } = outcomes[i]!;
        return {
          id: text,
          expected,
          predicted,
          expectedEntities: describeSpans(expectedEntities, text),
          foundEntities: describeSpans(found, text),
          isWrong: expected !== predicted || !sameSpans(expectedEntities, found),
          ...(score !== undefined && { score }),
        };
      },
    ),
  };
}
