/** Wordings that start the caption of a table or figure, or a note below a table. */
import type { Token } from '../model/tokens.ts';
import { joinTexts } from './table-draft.ts';

const KINDS =
  'fig(?:ure|ura|uur)?|abb(?:ildung)?|table|tab|tabelle|tableau|tabla|cuadro|tabella|tabel|tabela|quadro|tabell|chart|exhibit|appendix table|diagram|graph|image|photo|plate|scheme';
const CAPTION = new RegExp(`^(?:${KINDS})\\.?\\s*(?:no\\.?\\s*|nr\\.?\\s*|n[º°]\\s*)?(?:[a-z]{0,2}[-.–]?\\d+|[ivxl]+\\b|[a-z]\\b)`, 'i');
const FIGURE_CAPTION = /^(?:fig|abb|chart|diagram|graph|image|photo|plate|scheme)/i;
const NOTE =
  /^(?:[*†‡§¶¹²³#+]|\(?[a-z\d]\)|notes?\b|sources?\b|n\.b\.|legend\b|key:|abbreviations?\b|anmerkung(?:en)?\b|hinweis\b|quellen?\b|remarques?\b|fuentes?\b|nota[s:]?\b|fonte\b|bron\b|opmerking\b|źródło\b|uwaga\b|källa\b|kilde\b|(?:exhibit|table|figure) reads)/i;

export const isCaptionText = (text: string): boolean => CAPTION.test(text);
export const isFigureCaption = (text: string): boolean => FIGURE_CAPTION.test(text);
export const isNoteText = (text: string): boolean => NOTE.test(text);

const MAX_WORDS = 6;
const startOf = (tokens: readonly Token[]): string => joinTexts(tokens.slice(0, MAX_WORDS));

export const isCaption = (tokens: readonly Token[]): boolean => isCaptionText(startOf(tokens));
export const isNote = (tokens: readonly Token[]): boolean => isNoteText(startOf(tokens));
