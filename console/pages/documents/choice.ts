/** Describes the selection on the page of a form. */
import { plural } from '../../kit/format.ts';
import type { Token } from './labels.ts';

/** Words and selection marks, or a drawn region. */
export interface Selection { tokens: readonly Token[]; region?: { page: number; corners: number[] } }

export const NO_SELECTION: Selection = { tokens: [] };

const MAX_PREVIEW = 80;

/** The selection, or how to select something. */
export function describeSelection({ tokens, region }: Selection, drawing: boolean): string {
  if (region) return 'Region selected: pick a field.';
  if (tokens.length === 0) return drawing ? 'Drag over part of the page, then pick a field.' : 'Click or drag over words and check boxes, then pick a field.';
  const marks = tokens.filter(({ isMark }) => isMark).length;
  const parts = [...marks < tokens.length ? [plural(tokens.length - marks, 'word')] : [], ...marks > 0 ? [marks === 1 ? '1 check box' : `${marks} check boxes`] : []];
  return `${parts.join(' and ')} selected: ${tokens.map(({ text }) => text).join(' ').slice(0, MAX_PREVIEW)}`;
}

/** What a field of a type still needs, if nothing suitable is selected. */
export function selectionHint(type: string): string {
  if (type === 'signature') return 'Draw a region around the signature first: use the button above the page, or press R.';
  return type === 'selectionMark' ? 'Select a check box on the page first.' : 'Select words on the page first: click, or drag over several.';
}
