/** Conversation projects in the project pages. */
import { toItems } from './assets.ts';
import type { Assets } from './assets.ts';
import type { ProjectFamily } from '../../projects/family.ts';
import { ORCHESTRATION } from './orchestration.ts';

export const family: ProjectFamily = {
  page: 'conversations', title: 'Conversations', about: 'Find the intent of an utterance and the entities in it.', base: '/language/authoring/analyze-conversations',
  kinds: [{ value: 'Conversation', label: 'Intents and entities of utterances' }, { value: ORCHESTRATION, label: 'Orchestration' }], labelled: 'utterance',
  sample: () => import('../../samples/conversations.ts'), invitation: 'Create one and add a few utterances, or try the sample: a garden helper that is already trained.',
  fileFormats: 'An exported project of any version, or an exported understanding app. It is checked first; nothing is written until you confirm.',
  items: (assets) => toItems(assets as Assets),
};
