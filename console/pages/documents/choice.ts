/** What is chosen on the page of a form, in words. */
import { many } from '../../kit/format.ts';
import type { Token } from './labels.ts';

/** Words and marks, or a region that was drawn. */
export interface Chosen { tokens: readonly Token[]; region?: { page: number; corners: number[] } }

export const NOTHING: Chosen = { tokens: [] };

const MOST_LETTERS = 80;

/** What is chosen, or how to choose something. */
export function choiceInWords({ tokens, region }: Chosen, drawing: boolean): string {
  if (region) return 'A region is chosen: give it to a field.';
  if (tokens.length === 0) return drawing ? 'Drag over a part of the page; then choose a field.' : 'Click or drag over words and boxes, then choose a field.';
  const marks = tokens.filter(({ isMark }) => isMark).length;
  const parts = [...marks < tokens.length ? [many(tokens.length - marks, 'word')] : [], ...marks > 0 ? [marks === 1 ? '1 check box' : `${marks} check boxes`] : []];
  return `${parts.join(' and ')} chosen: ${tokens.map(({ text }) => text).join(' ').slice(0, MOST_LETTERS)}`;
}

/** What a field of a type still wants, where nothing that suits it is chosen. */
export function wantedBy(type: string): string {
  if (type === 'signature') return 'Draw a region first, where people sign: the button above the page, or the key r.';
  return type === 'selectionMark' ? 'Choose a check box on the page first.' : 'Choose words on the page first: click, or drag over several.';
}
