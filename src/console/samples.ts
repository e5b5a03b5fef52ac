/** Samples: something to look at in each area, made in one click by calling public operations. One line each. */
import type { Working } from './kit/accounts.ts';

export interface SampleModule {
  /** Makes it, telling how far it is; answers the address within the console to look at. */
  make: (working: Working & { tell: (what: string) => void }) => Promise<string>;
}

export interface SampleEntry {
  /** The page of its area. */
  area: string;
  title: string;
  about: string;
  /** The operation whose use shows that the area was tried. */
  sign: string;
  load: () => Promise<SampleModule>;
}

export const samples: readonly SampleEntry[] = [
  { area: 'documents', title: 'Order forms of a nursery', about: 'Six forms are read and labelled, and a model is built that finds their fields.', sign: 'documents.buildModelFromTrainingSet', load: () => import('./samples/documents.ts') },
  { area: 'ranking', title: 'A lunch menu that learns', about: 'Three hundred visitors are shown a dish and say whether they liked it.', sign: 'ranking.reward', load: () => import('./samples/ranking.ts') },
  { area: 'understanding', title: 'A travel bot', about: 'Three intents with labelled utterances, trained and published.', sign: 'understanding.publishApp', load: () => import('./samples/understanding.ts') },
];
