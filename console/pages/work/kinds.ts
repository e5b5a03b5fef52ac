/** Kinds of work in words, and the page of what they work on. */
import { t } from '../../i18n/messages.ts';
import type { Work } from '../../kit/work.ts';
import { joinPath } from '../../kit/router.tsx';

interface Kind {
  title: string;
  /** A caller waits for it on its own page: its end is no news. */
  isInteractive?: boolean;
  page?: (subject: NonNullable<Work['subject']>) => string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'conversations.train': { title: t('Training'), page: ({ id }) => joinPath('conversations', id) },
  'conversations.migrate': { title: t('Migration'), page: () => joinPath('conversations') },
  'conversations.analyze': { title: t('Analysis of a conversation'), isInteractive: true },
  'texts.train': { title: t('Training'), page: ({ id }) => joinPath('texts', id) },
  'texts.analyse': { title: t('Analysis of texts'), isInteractive: true },
  'understanding.train': { title: t('Training'), page: ({ id }) => joinPath('understanding', id) },
  'understanding.evaluate': { title: t('Evaluation'), page: ({ id }) => joinPath('understanding', id) },
  'documents.build': { title: t('Build of a model'), page: ({ id }) => joinPath('documents', 'models', id) },
  'documents.buildClassifier': { title: t('Build of a classifier'), page: ({ id }) => joinPath('documents', 'classifiers', id) },
  'documents.copy': { title: t('Copy of a model') },
  'documents.batch': { title: t('Batch of documents') },
  'documents.analyse': { title: t('Analysis of a document'), isInteractive: true },
  'documents.trainForm': { title: t('Build of a model') },
  'documents.copyForm': { title: t('Copy of a model') },
  'faces.train': { title: t('Training'), page: ({ id }) => `/faces/${id.split('/').map(encodeURIComponent).join('/')}` },
  'ranking.evaluate': { title: t('Evaluation'), page: () => joinPath('ranking', 'evaluations') },
  'ranking.featureImportance': { title: t('Importance of features'), page: () => joinPath('ranking', 'features') },
  'accounts.verifyAudit': { title: t('Check of the audit log') },
};

/** Undefined for upkeep, which nobody started. */
export function kindOf({ kind }: Pick<Work, 'kind'>): Kind | undefined {
  return KINDS[kind];
}

export function titleOf(one: Work): string {
  const title = kindOf(one)?.title ?? one.kind;
  return one.subject ? t('{work}: {name}', { work: title, name: one.subject.name }) : title;
}

export function pageOf(one: Work): string | undefined {
  return one.subject && kindOf(one)?.page?.(one.subject);
}
