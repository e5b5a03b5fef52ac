/** Text projects in the project pages. */
import type { ProjectFamily } from '../../projects/family.ts';
import { ENTITIES, toItems, MULTI, SINGLE } from './assets.ts';
import type { Assets } from './assets.ts';

export const family: ProjectFamily = {
  page: 'texts', title: 'Texts', about: 'Classify documents and extract entities from them.', base: '/language/authoring/analyze-text',
  kinds: [{ value: SINGLE, label: 'Single-label classification' }, { value: MULTI, label: 'Multi-label classification' }, { value: ENTITIES, label: 'Entity extraction' }],
  labelled: 'document', sample: () => import('../../samples/texts.ts'), invitation: 'Create one and add a few documents, or try the sample: mail sorting that is already trained.',
  fileFormats: 'An exported project of any version. It is checked first; nothing is written until you confirm.',
  items: (assets) => toItems(assets as Assets),
};
