import type { Area } from './kernel/area.ts';
import { conversations, conversationsRuntime } from './areas/language/conversations/area.ts';
import { documents, documentsV2 } from './areas/documents/area.ts';
import { faces } from './areas/faces/area.ts';
import { texts, textsRuntime } from './areas/language/texts/area.ts';
import { understanding, understandingPrediction2, understandingPrediction3 } from './areas/understanding/area.ts';
import { ranking } from './areas/ranking/area.ts';

/** The areas that are served. */
export const areas: readonly Area[] = [
  conversations,
  conversationsRuntime,
  // Its paths begin like those of documents: an unknown one is answered in its dialect.
  documentsV2,
  documents,
  faces,
  ranking,
  texts,
  textsRuntime,
  understanding,
  understandingPrediction2,
  understandingPrediction3,
];
