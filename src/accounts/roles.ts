/**
 * What operators may do. `view` reads; `label` also changes the content of projects, apps, training sets, groups and loops, trains and
 * tries; `manage` does everything. Reading is GET, so that an operation is open to more people only where it is listed here.
 */
import type { Operation } from '../kernel/operation.ts';

export const ROLES = ['view', 'label', 'manage'] as const;
export type Role = (typeof ROLES)[number];

/** Whether someone with a role may do what needs another. */
export function allows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Calls that only read, though they are not GET. */
const READS = new Set([
  'accounts.signOut',
  'conversations.exportProject',
  'conversations.checkImport',
  'texts.exportProject',
  'texts.checkImport',
  'understanding.checkImport',
]);

/** Calls of the management plane about running work. */
const WORK = new Set(['accounts.cancelJob', 'accounts.retryJob']);

/** What is published to clients, leaves the account, ends a whole project, app, model or group, or sets how a server or loop behaves. */
const MANAGES = new Set([
  'accounts.backup',
  'accounts.operators',
  ...['conversations', 'texts'].flatMap((area) =>
    [
      'deleteProject',
      'deleteTrainedModel',
      'deployProject',
      'deleteDeployment',
      'swapDeployments',
      'deleteDeploymentFromResources',
      'assignDeploymentResources',
      'unassignDeploymentResources',
      'withdrawFromProject',
    ].map((name) => `${area}.${name}`),
  ),
  'documentsV2.deleteForm',
  'documentsV2.authorizeFormCopy',
  'documentsV2.copyForm',
  'documents.deleteModel',
  'documents.deleteClassifier',
  'documents.deleteTrainingSet',
  'documents.authorizeCopy',
  'documents.authorizeClassifierCopy',
  'documents.copyTo',
  'documents.copyClassifierTo',
  'faces.deletePersonGroup',
  'faces.deleteLargePersonGroup',
  'faces.deleteFaceList',
  'faces.deleteLargeFaceList',
  'faces.deleteDynamicPersonGroup',
  'ranking.updateConfiguration',
  'ranking.updatePolicy',
  'ranking.resetPolicy',
  'ranking.importModel',
  'ranking.resetModel',
  'ranking.applyFromEvaluation',
  'ranking.deleteLogs',
  'understanding.deleteApp',
  'understanding.deleteVersion',
  'understanding.publishApp',
  'understanding.updateAppSettings',
  'understanding.updatePublishSettings',
  'understanding.deleteQueryLogs',
  'understanding.addPermission',
  'understanding.deletePermission',
  'understanding.updatePermissions',
  'understanding.assignCloudAccount',
  'understanding.removeCloudAccount',
]);

/** The role that an operation needs. */
export function roleFor({ id, method, needs }: Pick<Operation, 'id' | 'method' | 'needs'>): Role {
  if (MANAGES.has(id)) return 'manage';
  if (method === 'GET' || READS.has(id)) return 'view';
  return needs === 'manager' && !WORK.has(id) ? 'manage' : 'label';
}

/** The ids that are listed here, for a test that they exist. */
export const LISTED_OPERATIONS: readonly string[] = [...READS, ...WORK, ...MANAGES];
