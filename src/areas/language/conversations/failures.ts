import { failureCatalog } from '../../../kernel/failures.ts';
import { projectFailure } from '../projects/failures.ts';

/** Failures of conversation projects, besides those of all projects. */
export const conversationFailure = failureCatalog({
  TargetUnknown: {
    status: 400,
    message: 'The project has no intent {name} with a target.',
    remedy: 'Send the name of an intent of an orchestration, or omit directTarget.',
  },
  TargetIsOrchestration: {
    status: 400,
    message: 'The target of the intent {intent} is {project}, which is an orchestration itself.',
    remedy: 'Link the intent to a conversation project, then train and deploy again.',
  },
  AnswersUnavailable: {
    status: 400,
    message: 'The target of the intent {intent} is the question-answering project {project}; this server has no question answering.',
    remedy: 'Call the service that has the project; the reply contains the intent.',
  },
  ConversationsMissing: {
    status: 400,
    message: 'The call has no conversations.',
    remedy: 'Send at least one conversation with an id, a language, a modality and its items.',
  },
  TooManyConversations: { status: 400, message: 'The call has more than {max} conversations.', remedy: 'Send them in several calls.' },
  ConversationIdTwice: {
    status: 400,
    message: 'The conversation id {id} is used twice.',
    remedy: 'Send a unique id for each conversation.',
  },
  TasksMissing: {
    status: 400,
    message: 'The call has no tasks.',
    remedy: 'Send at least one ConversationalSummarizationTask or ConversationalPIITask.',
  },
  TooManyTasks: { status: 400, message: 'The call has more than {max} tasks.', remedy: 'Send them in several calls.' },
});

/** All failures of the conversation areas. */
export const conversationFailures = { rows: { ...projectFailure.rows, ...conversationFailure.rows } };
