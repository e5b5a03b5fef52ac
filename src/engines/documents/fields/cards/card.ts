import type { Draft } from '../captions/draft.ts';
import type { Piece } from '../captions/pieces.ts';

/** A business card while it is read: pieces of text that are not taken yet, and values with their evidence. */
export interface Card {
  height: number;
  free: Piece[];
  drafts: Record<string, Draft[]>;
  names: { first?: Draft; last: Draft }[];
}
