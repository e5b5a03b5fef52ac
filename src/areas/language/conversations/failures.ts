import { failureCatalogue } from '../../../kernel/failures.ts';
import { projectFailure } from '../projects/failures.ts';

/** What conversation projects refuse beside what all projects do. */
export const conversationFailure = failureCatalogue({
  TargetUnknown: { status: 400, message: 'The project has no intent {name} that could be asked directly.', remedy: 'Name an intent of an orchestration, or leave directTarget out.' },
  TargetIsOrchestration: { status: 400, message: 'The intent {intent} is answered by {project}, which is an orchestration itself.', remedy: 'Link the intent to a conversation project, and train and deploy again.' },
  AnswersUnavailable: { status: 400, message: 'The intent {intent} is answered by the question-answering project {project}; this server has no question answering.', remedy: 'Ask the service that has the project; the answer says which intent it is.' },
});

/** All that these areas may answer with. */
export const conversationFailures = { rows: { ...projectFailure.rows, ...conversationFailure.rows } };
