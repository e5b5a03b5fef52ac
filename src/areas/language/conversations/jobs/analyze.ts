/** Runs in a thread: one task of a job on all of its conversations. */
import { offsetsIn } from '../../../../engines/shared/text/offsets.ts';
import { MAX_CONVERSATION_CHARACTERS, SUMMARY_TASK, displayText } from './model.ts';
import type { Entry, FailedPart, InputConversation, Task } from './model.ts';
import { redactConversation } from './personal-data.ts';
import { summarizeConversation } from './summaries.ts';

export interface AnalyzeInput {
  task: Task;
  conversations: InputConversation[];
}

export function analyzeConversations({ task, conversations }: AnalyzeInput): Entry[] {
  return conversations.map((conversation) => {
    const { id } = conversation;
    const characters = conversation.items.reduce((sum, item) => sum + offsetsIn(displayText(item), 'grapheme').length, 0);
    const error = problemOf(conversation, characters);
    if (error) return { id, characters, error };
    return task.kind === SUMMARY_TASK
      ? { id, characters, summaries: summarizeConversation(conversation, task) }
      : { id, characters, conversationItems: redactConversation(conversation, task) };
  });
}

/** Why a conversation is rejected. */
function problemOf({ items, language }: InputConversation, characters: number): FailedPart | undefined {
  const invalid = (message: string, inner = 'InvalidDocument'): FailedPart => ({ code: 'InvalidArgument', message, inner });
  if (!/^en(-|$)/i.test(language))
    return invalid(`The language ${language} is not supported. Supported languages: en.`, 'UnsupportedLanguageCode');
  if (items.every((item) => displayText(item).trim() === '')) return invalid('The conversation has no text.');
  if (characters > MAX_CONVERSATION_CHARACTERS) return invalid(`The conversation has more than ${MAX_CONVERSATION_CHARACTERS} characters.`);
  return undefined;
}
