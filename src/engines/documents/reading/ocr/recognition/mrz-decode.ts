/**
 * The most probable text of a machine-readable zone, given the probabilities of the characters at each of its positions.
 *
 * Viterbi over the positions in reading order. A state knows the check sum of the current segment, the check sum of the whole
 * zone and the place within a name, so a check digit is compared where it is met, and the best path is the most
 * probable text of all that the layout allows. A wrong check digit costs, but is possible: specimens have them, and a character
 * that was read with certainty is not changed for one digit that may itself be misread.
 * Cost: positions × 600 states × characters, about 10 ms.
 */
import confusions from './mrz-confusions.json' with { type: 'json' };
import { checkValue, ZONE_CHARACTERS } from './mrz-formats.ts';
import type { Segment, ZoneFormat } from './mrz-formats.ts';

/** Probabilities of `ZONE_CHARACTERS` at one position. */
export type Cell = Float64Array;

export interface DecodedZone {
  format: ZoneFormat;
  lines: string[];
  /** For each line and position whether a valid check digit covers it. */
  verified: boolean[][];
  /** How many check digits are valid, and how many there are. */
  valid: number;
  checks: number;
  /** Mean log probability of a position, penalties included. */
  score: number;
}

const FILLER = 36;
const IMPOSSIBLE = -Infinity;
/** Less than one confusion of lookalikes for one check digit, more for two: a misread character breaks its own and the last. */
const WRONG_CHECK_DIGIT = -3;
const TWO_LETTER_CODE = -2;
const NEVER = 1e-6;

/**
 * How likely other characters are printed where one was read, compared with that one. Where
 * letters and digits are both possible, most characters are digits.
 */
const CONFUSIONS = confusions.flatMap(({ read, printed, ratio }) =>
  [...read].flatMap((from) => [...printed].map((to) => [ZONE_CHARACTERS.indexOf(from), ZONE_CHARACTERS.indexOf(to), ratio] as const)),
);

/** Log probabilities that allow for lookalikes. */
export function allowLookalikes(cell: Cell): Cell {
  const allowed = cell.map((share) => share + NEVER);
  for (const [read, printed, share] of CONFUSIONS) if (read !== printed) allowed[printed]! += share * cell[read]!;
  return allowed.map(Math.log);
}

/** One position with what is needed to decide about it. */
interface Position {
  line: number;
  allowed: readonly number[];
  segment: Segment;
  /** Index within its segment; the check digit of a segment is behind its end. */
  index: number;
  /** Index within the text that the last check digit covers; undefined if it is not covered. */
  compositeIndex?: number;
  isCheck: boolean;
}

export function layoutOf({ lines }: ZoneFormat): Position[] {
  const found: Position[] = [];
  let compositeIndex = 0;
  lines.forEach((segments, line) => {
    for (const segment of segments) {
      const characters = [...segment.positions];
      if (segment.check !== undefined) characters.push(segment.check === 'optional' ? '0123456789<' : '0123456789');
      characters.forEach((allowed, index) => {
        found.push({
          line,
          segment,
          index,
          allowed: [...allowed].map((character) => ZONE_CHARACTERS.indexOf(character)),
          isCheck: segment.check !== undefined && index === segment.positions.length,
          ...(segment.inComposite === true && { compositeIndex: compositeIndex++ }),
        });
      });
    }
  });
  return found;
}

/** place within a name × sum of the segment × sum of the zone */
const STATES = 600;
const stateOf = (place: number, sum: number, total: number): number => place * 100 + sum * 10 + total;

/** Places within a name: in the first names, behind one and two fillers, in the second names, behind one filler, at the end. */
const [FIRST, ONE_FILLER, TWO_FILLERS, SECOND, SECOND_FILLER, END] = [0, 1, 2, 3, 4, 5];
/** Hardly anybody has no given name. */
const NO_GIVEN_NAME = -2.5;
/** Of two possible ends of the surname the first is taken. */
const SURNAME_LETTER = -0.01;

/** The next place, by whether the character is a filler; undefined if it cannot follow. */
function nextPlace(text: Segment['text'], place: number, isFiller: boolean): number | undefined {
  if (text === undefined) return 0;
  if (!isFiller) return place === END ? undefined : place === FIRST || place === ONE_FILLER || text !== 'full name' ? FIRST : SECOND;
  if (text === 'number') return END;
  return place === FIRST ? ONE_FILLER : place === ONE_FILLER ? TWO_FILLERS : place === SECOND ? SECOND_FILLER : END;
}

const isWithoutGivenName = (place: number, after: number, isLast: boolean): boolean =>
  (place === TWO_FILLERS && after === END) || (isLast && (after === FIRST || after === ONE_FILLER || after === TWO_FILLERS));

/** `cells` has the log probabilities of every position of every line. */
export function decodeZone(format: ZoneFormat, cells: readonly (readonly Cell[])[]): DecodedZone {
  const layout = layoutOf(format);
  const inOrder = cells.flat();
  const came: { state: Int16Array; character: Int8Array }[] = [];
  let reached = new Float64Array(STATES).fill(IMPOSSIBLE);
  reached[0] = 0;
  layout.forEach((position, at) => {
    const next = new Float64Array(STATES).fill(IMPOSSIBLE);
    const back = { state: new Int16Array(STATES), character: new Int8Array(STATES) };
    const { segment, index, compositeIndex, isCheck } = position;
    for (let state = 0; state < STATES; state++) {
      const before = reached[state]!;
      if (before === IMPOSSIBLE) continue;
      const total = state % 10;
      const place = index === 0 ? FIRST : Math.floor(state / 100);
      const sum = index === 0 ? 0 : Math.floor(state / 10) % 10;
      for (const character of position.allowed) {
        const placeAfter = nextPlace(segment.text, place!, character === FILLER);
        if (placeAfter === undefined) continue;
        let score = before + inOrder[at]![character]!;
        if (segment.isCode === true && index === 1 && character !== FILLER) score += TWO_LETTER_CODE;
        if (isCheck && !isRightDigit(character, sum)) score += WRONG_CHECK_DIGIT;
        if (segment.isComposite === true && character !== total) score += WRONG_CHECK_DIGIT;
        if (segment.text === 'full name' && isWithoutGivenName(place!, placeAfter, index === segment.positions.length - 1))
          score += NO_GIVEN_NAME;
        if (segment.text === 'full name' && placeAfter === FIRST) score += SURNAME_LETTER;
        const to = stateOf(
          placeAfter,
          segment.check === undefined || isCheck ? 0 : (sum + checkValue(character, index)) % 10,
          compositeIndex === undefined ? total : (total + checkValue(character, compositeIndex)) % 10,
        );
        if (score > next[to]!) {
          next[to] = score;
          back.state[to] = state;
          back.character[to] = character;
        }
      }
    }
    came.push(back);
    reached = next;
  });
  let state = reached.indexOf(Math.max(...reached));
  const score = reached[state]! / layout.length;
  const lines = format.lines.map(() => '');
  for (let at = layout.length - 1; at >= 0; at--) {
    const { line } = layout[at]!;
    lines[line] = ZONE_CHARACTERS[came[at]!.character[state]!]! + lines[line]!;
    state = came[at]!.state[state]!;
  }
  return { format, lines, score, ...verify(lines.join(''), layout, format.lines.length) };
}

/** A filler stands for the check digit of an empty field, and for that of a number which continues elsewhere. */
const isRightDigit = (character: number, sum: number): boolean => character === sum || (character === FILLER && sum === 0);

/** Which positions the check digits of a text cover, where they are valid. */
function verify(text: string, layout: readonly Position[], count: number): Pick<DecodedZone, 'verified' | 'valid' | 'checks'> {
  const covered = layout.map(() => false);
  let [sum, total, valid, checks] = [0, 0, 0, 0];
  layout.forEach(({ segment, index, compositeIndex, isCheck }, at) => {
    const character = ZONE_CHARACTERS.indexOf(text[at]!);
    if (index === 0) sum = 0;
    if (isCheck) {
      const isEmpty = /^<*$/.test(text.slice(at - index, at));
      if (!isEmpty) checks++;
      if (!isEmpty && character === sum) {
        valid++;
        covered.fill(true, at - index, at + 1);
      }
    } else if (segment.isComposite === true) {
      checks++;
      if (character === total) {
        valid++;
        layout.forEach((other, i) => {
          if (other.compositeIndex !== undefined || i === at) covered[i] = true;
        });
      }
    } else sum = (sum + checkValue(character, index)) % 10;
    if (compositeIndex !== undefined) total = (total + checkValue(character, compositeIndex)) % 10;
  });
  return {
    valid,
    checks,
    verified: Array.from({ length: count }, (_, line) => covered.filter((_, at) => layout[at]!.line === line)),
  };
}
