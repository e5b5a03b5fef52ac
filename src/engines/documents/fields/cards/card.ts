import type { Draft } from '../captions/draft.ts';
import type { Piece } from '../captions/pieces.ts';

export interface ContactName {
  first?: Draft;
  last?: Draft;
}

/** A business card while it is read: pieces of text that are not taken yet, and values with their evidence. */
export interface Card {
  height: number;
  /** Alpha-2 code. */
  country: string;
  free: Piece[];
  drafts: Record<string, Draft[]>;
  names: ContactName[];
}
