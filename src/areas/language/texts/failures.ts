import { failureCatalog } from '../../../kernel/failures.ts';

/** Failures of text analysis, besides those of all projects. */
export const textsFailure = failureCatalog({
  DocumentsMissing: { status: 400, message: 'The call has no documents.', remedy: 'Send at least one document with an id and a text.' },
  TooManyDocuments: { status: 400, message: 'The call has more than {max} documents.', remedy: 'Send them in several calls.' },
  DocumentIdTwice: { status: 400, message: 'The document id {id} is used twice.', remedy: 'Send a unique id for each document.' },
  TasksMissing: { status: 400, message: 'The call has no tasks.', remedy: 'Send at least one task of a custom kind.' },
  TooManyTasks: { status: 400, message: 'The call has more than {max} tasks.', remedy: 'Send them in several calls.' },
  TaskIncomplete: {
    status: 400,
    message: 'The task has no project or deployment name.',
    remedy: 'Send parameters.projectName and parameters.deploymentName.',
  },
});
