import { failureCatalogue } from '../../../kernel/failures.ts';

/** What asking text projects is refused for, beside what all projects are. */
export const textsFailure = failureCatalogue({
  DocumentsMissing: { status: 400, message: 'The call has no documents.', remedy: 'Send at least one, with an id and a text.' },
  TooManyDocuments: { status: 400, message: 'The call has more than {most} documents.', remedy: 'Send them in several calls.' },
  DocumentIdTwice: { status: 400, message: 'The document id {id} is given twice.', remedy: 'Give each document an id of its own.' },
  TasksMissing: { status: 400, message: 'The call has no tasks.', remedy: 'Send at least one task of a custom kind.' },
  TooManyTasks: { status: 400, message: 'The call has more than {most} tasks.', remedy: 'Send them in several calls.' },
  TaskIncomplete: { status: 400, message: 'The task does not say which deployment of which project it asks.', remedy: 'Send parameters.projectName and parameters.deploymentName.' },
});
