/**
 * Reads a stored layout result, `X.pdf.ocr.json`, of interface version 2.x, 3.x or 4.x. Versions differ in names only:
 * `readResults`, `page`, `text` and `boundingBox` in 2.x; `pages`, `pageNumber`, `content` and `polygon` since 3.0; the
 * previews of 3.0 (2021 and early 2022) have `pages` with `boundingBox`. Each name is looked up where it is used.
 */
import { apply, applyToBox, boundsOf, inverse } from '../../reading/model/affine.ts';
import type { Affine, Box } from '../../reading/model/page.ts';
import { MAX_TOKENS, createFormPage } from '../form/form.ts';
import type { Form, FormPage, Token } from '../form/form.ts';
import { entries, isAbsent, member, readNumber, parseJson, readString, readInteger, unexpectedValue } from './json-node.ts';
import type { JsonNode } from './json-node.ts';
import { FormsError } from '../problem.ts';

const MAX_PAGES = 2000;
const MAX_COORDINATE = 1e6;
const MAX_WORD_LENGTH = 10_000;
const MAX_PAGE_NUMBER = 100_000;

/** Throws `FormsError`. */
export function readOcrFile(source: Uint8Array | string | object): Form {
  const root = parseJson(source, 'the OCR file');
  const status = member(root, 'status');
  if (!isAbsent(status) && readString(status, 100).toLowerCase() !== 'succeeded') throw unexpectedValue(status, '"succeeded"');
  const result = isAbsent(member(root, 'analyzeResult')) ? root : member(root, 'analyzeResult');
  const list = firstMember(result, PAGE_LISTS);
  if (isAbsent(list)) throw new FormsError('malformed', result.path, 'neither readResults nor pages is present');
  const pages: FormPage[] = [];
  const tokens: Token[] = [];
  for (const node of entries(list, MAX_PAGES)) readPage(node, pages, tokens);
  return { pages, tokens };
}

const PAGE_LISTS = ['readResults', 'pages'];
const PAGE_NUMBERS = ['pageNumber', 'page'];
const TEXTS = ['content', 'text'];
const POLYGONS = ['polygon', 'boundingBox'];

/** The first member that is present; the last one, absent, otherwise. */
function firstMember(node: JsonNode, names: readonly string[]): JsonNode {
  const found = names.map((name) => member(node, name));
  return found.find((one) => !isAbsent(one)) ?? found.at(-1)!;
}

function readPage(node: JsonNode, pages: FormPage[], tokens: Token[]): void {
  const width = readNumber(member(node, 'width'), 1e-6, MAX_COORDINATE);
  const height = readNumber(member(node, 'height'), 1e-6, MAX_COORDINATE);
  const angle = member(node, 'angle');
  const toPage = rotation(isAbsent(angle) ? 0 : readNumber(angle, -360, 360));
  const page = createFormPage(readInteger(firstMember(node, PAGE_NUMBERS), 1, MAX_PAGE_NUMBER), width, height, toPage);
  const toForm = inverse(page.toFrame);
  const toUpright = inverse(toPage);
  const index = pages.push({ number: page.number, aspect: page.aspect, fromFractions: page.fromFractions }) - 1;
  const add = (part: JsonNode, rest: Pick<Token, 'text' | 'state'>): void => {
    const polygon = firstMember(part, POLYGONS);
    if (isAbsent(polygon)) return;
    const confidence = member(part, 'confidence');
    const box = applyToBox(toForm, polygonBox(polygon, toUpright));
    if (tokens.length === MAX_TOKENS) throw new FormsError('tooLarge', part.path, `more than ${MAX_TOKENS} words`);
    tokens.push({ page: index, box, confidence: isAbsent(confidence) ? 1 : readNumber(confidence, 0, 1), item: tokens.length, ...rest });
  };
  const ofPage = member(node, 'words');
  const words = isAbsent(ofPage)
    ? entries(member(node, 'lines'), MAX_TOKENS).flatMap((line) => entries(member(line, 'words'), MAX_TOKENS))
    : entries(ofPage, MAX_TOKENS);
  for (const word of words) add(word, { text: readString(firstMember(word, TEXTS), MAX_WORD_LENGTH) });
  for (const mark of entries(member(node, 'selectionMarks'), MAX_TOKENS)) {
    const state = readString(member(mark, 'state'), 100) === 'selected' ? 'selected' : 'unselected';
    add(mark, { text: '', state });
  }
}

/** Maps the upright frame to a page whose text is rotated clockwise by the given degrees. */
function rotation(degrees: number): Affine {
  if (Math.abs(degrees) < 0.05) return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 };
}

/** The bounding box of a polygon given as eight numbers, four numbers, or points (early previews of 3.x). */
function polygonBox(polygon: JsonNode, toUpright: Affine): Box {
  const corners = entries(polygon, 64)
    .flatMap((one) => (typeof one.value === 'object' ? [member(one, 'x'), member(one, 'y')] : [one]))
    .map((one) => readNumber(one, -MAX_COORDINATE, MAX_COORDINATE));
  if (corners.length < 4 || corners.length % 2 === 1) throw unexpectedValue(polygon, 'a polygon');
  return boundsOf(Array.from({ length: corners.length / 2 }, (_, i) => apply(toUpright, corners[2 * i]!, corners[2 * i + 1]!)));
}
