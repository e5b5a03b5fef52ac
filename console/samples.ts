/** Samples: one for each area, created in one click with public operations. One line each. */
import { t } from './i18n/messages.ts';
import type { SampleEntry } from './kit/sample-account.ts';

export const samples: readonly SampleEntry[] = [
  {
    area: 'conversations',
    title: t('Garden helper'),
    about: t('Four intents with labeled utterances, plants and dates; trained and deployed.'),
    lastOperation: 'conversations.deployProject',
    load: () => import('./samples/conversations.ts'),
  },
  {
    area: 'documents',
    title: t('Nursery order forms'),
    about: t('Six analyzed and labeled forms, and a model built from them.'),
    lastOperation: 'documents.buildModelFromTrainingSet',
    load: () => import('./pages/documents/sample.ts'),
  },
  {
    area: 'faces',
    title: t('Your people'),
    about: t('A group for your own images: each becomes a person named after its file. This server comes with no faces.'),
    lastOperation: 'faces.createPersonGroup',
    load: () => import('./samples/faces.ts'),
  },
  {
    area: 'ranking',
    title: t('A lunch menu that learns'),
    about: t('Five hundred visitors are offered a dish and say whether they like it.'),
    lastOperation: 'ranking.rank',
    lastCalls: 500,
    load: () => import('./samples/ranking.ts'),
  },
  {
    area: 'texts',
    title: t('Mail sorting'),
    about: t('Letters of four classes, trained and deployed.'),
    lastOperation: 'texts.deployProject',
    load: () => import('./samples/texts.ts'),
  },
  {
    area: 'understanding',
    title: t('Travel bot'),
    about: t('Three intents with labeled utterances, trained and published.'),
    lastOperation: 'understanding.publishApp',
    load: () => import('./samples/understanding.ts'),
  },
];
