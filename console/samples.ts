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
  { area: 'conversations', title: 'A helper in the garden', about: 'Four intents with labelled utterances, plants and dates; trained and deployed.', sign: 'conversations.deployProject', load: () => import('./samples/conversations.ts') },
  { area: 'documents', title: 'Order forms of a nursery', about: 'Six forms are read and labelled, and a model is built that finds their fields.', sign: 'documents.buildModelFromTrainingSet', load: () => import('./samples/documents.ts') },
  { area: 'faces', title: 'People of yours', about: 'A group for pictures that you drop: each becomes a person named after its file. No faces come with this server.', sign: 'faces.addPersonGroupPersonFace', load: () => import('./samples/faces.ts') },
  { area: 'ranking', title: 'A lunch menu that learns', about: 'Five hundred visitors are shown a dish and say whether they liked it.', sign: 'ranking.reward', load: () => import('./samples/ranking.ts') },
  { area: 'texts', title: 'A desk that sorts mail', about: 'Letters of four classes, trained and deployed.', sign: 'texts.deployProject', load: () => import('./samples/texts.ts') },
  { area: 'understanding', title: 'A travel bot', about: 'Three intents with labelled utterances, trained and published.', sign: 'understanding.publishApp', load: () => import('./samples/understanding.ts') },
];
