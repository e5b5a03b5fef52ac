/** Text projects among the projects of the console. */
import type { Family } from '../../projects/family.ts';
import { ENTITIES, itemsOf, MULTI, SINGLE } from './assets.ts';
import type { Assets } from './assets.ts';

export const family: Family = {
  page: 'texts', title: 'Texts', about: 'Projects that sort documents and find what they name.', base: '/language/authoring/analyze-text',
  kinds: [{ value: SINGLE, label: 'Sort documents: one class each' }, { value: MULTI, label: 'Sort documents: any number of classes' }, { value: ENTITIES, label: 'Find entities in documents' }],
  labelled: 'document', sample: () => import('../../samples/texts.ts'), invitation: 'Make one and give it a few documents, or look at a desk that sorts mail already.',
  fileFormats: 'An exported project of any version. It is looked through first; nothing is written until you say so.',
  items: (assets) => itemsOf(assets as Assets),
};
