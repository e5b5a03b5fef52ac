/** Conversation analysis, with a project of our own utterances under the recorded names. */
import { ProjectAuthor, utterance } from '../../../../test/support/conversations.ts';
import type { AreaReplay, Bench, RecordedArea } from '../area.ts';

export const conversationsArea: RecordedArea = { name: 'conversations', start: startConversations };

const PROJECT = 'conv_test';
const UTTERANCES: Readonly<Record<string, readonly string[]>> = {
  Send: ['send a mail to anna', 'send an email to my manager', 'email paul about the report', 'send the team a note about the demo'],
  Read: ['read my mail', 'read the last message aloud', 'what does the newest email say'],
  Setup: ['set up my account', 'set up a new mailbox', 'start the setup'],
  Set: ['set the volume to ten', 'set the alarm for seven', 'set the language to french'],
  Find: ['find mails from lisa', 'find the invoice', 'look for messages about travel'],
  Call: ['call my mother', 'call the office', 'phone peter'],
  Play: ['play some jazz', 'play the next song', 'play the voice message'],
  Open: ['open the calendar', 'open my inbox', 'open the attachment'],
};

async function startConversations({ server, management }: Bench): Promise<AreaReplay> {
  const { key1: key } = await management.createAccount('recordings-conversations', { kind: 'Language' });
  const author = new ProjectAuthor(server, key);
  await author.import(PROJECT, {
    intents: Object.keys(UTTERANCES).map((category) => ({ category })),
    entities: [
      { category: 'Contact', prebuilts: [{ category: 'Person.Name' }] },
      { category: 'MeetingDate', prebuilts: [{ category: 'DateTime' }] },
    ],
    utterances: Object.entries(UTTERANCES).flatMap(([intent, texts]) => texts.map((text) => utterance(intent, text))),
  });
  await author.ready(PROJECT, 'dep_test');
  return {
    prepare: ({ method, status }, { path, json }) => {
      if (method === 'GET') return { skipped: 'a call of an identity provider' };
      if (status >= 400) return { skipped: 'it was sent with a token of an identity provider, which this server does not accept' };
      return { path, key, json: json ?? undefined, isSameInput: true };
    },
    isFixed: (path) => /^kind$|\.(?:topIntent|projectKind|query|resolutionKind|dateTimeSubKind|extraInformationKind)$/.test(path),
  };
}
