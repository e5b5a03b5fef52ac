import type { Area } from './contract/area.ts';
import { conversations, conversationsRuntime } from './areas/conversations/area.ts';
import { documents } from './areas/documents/area.ts';
import { faces } from './areas/faces/area.ts';
import { texts, textsRuntime } from './areas/texts/area.ts';
import { understanding, understandingPrediction2, understandingPrediction3 } from './areas/understanding/area.ts';
import { ranking } from './areas/ranking/area.ts';

/** The areas that are served. */
export const areas: readonly Area[] = [conversations, conversationsRuntime, documents, faces, ranking, texts, textsRuntime, understanding, understandingPrediction2, understandingPrediction3];
