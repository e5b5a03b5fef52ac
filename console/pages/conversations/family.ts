/** Conversation projects among the projects of the console. */
import { itemsOf } from './assets.ts';
import type { Assets } from './assets.ts';
import type { Family } from '../../projects/family.ts';
import { ORCHESTRATION } from './orchestration.ts';

export const family: Family = {
  page: 'conversations', title: 'Conversations', about: 'Projects that tell what an utterance wants, and what it names.', base: '/language/authoring/analyze-conversations',
  kinds: [{ value: 'Conversation', label: 'Intents and entities of utterances' }, { value: ORCHESTRATION, label: 'Leads to other projects and apps' }], labelled: 'utterance',
  sample: () => import('../../samples/conversations.ts'), invitation: 'Make one and teach it a few utterances, or look at a garden helper that answers already.',
  fileFormats: 'An exported project of any version, or an exported understanding app. It is looked through first; nothing is written until you say so.',
  items: (assets) => itemsOf(assets as Assets),
};
