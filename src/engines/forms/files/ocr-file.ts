/** A stored layout answer, `X.pdf.ocr.json`, as a form: that of the 2.x interface and that of 3.x and 4.x. */
import { inverse, applyToBox } from '../../reading/model/affine.ts';
import type { Affine, Box } from '../../reading/model/page.ts';
import { MOST_TOKENS, pageOf } from '../form/form.ts';
import type { Form, FormPage, Token } from '../form/form.ts';
import { entries, isAbsent, member, number, parsed, text, wholeNumber, wrong } from './json-node.ts';
import type { Node } from './json-node.ts';
import { FormsProblem } from '../problem.ts';

const MOST_PAGES = 2000;
const LARGEST = 1e6;
const LONGEST_WORD = 10_000;
const LAST_PAGE = 100_000;

/** Throws `FormsProblem`. */
export function readOcrFile(source: Uint8Array | string | object): Form {
  const root = parsed(source, 'the OCR file');
  const status = member(root, 'status');
  if (!isAbsent(status) && text(status, 100).toLowerCase() !== 'succeeded') throw wrong(status, 'a layout that succeeded');
  const result = isAbsent(member(root, 'analyzeResult')) ? root : member(root, 'analyzeResult');
  const [older, newer] = [member(result, 'readResults'), member(result, 'pages')];
  if (isAbsent(older) && isAbsent(newer)) throw new FormsProblem('malformed', result.path, 'neither readResults nor pages is here');
  const pages: FormPage[] = [];
  const tokens: Token[] = [];
  for (const node of entries(isAbsent(older) ? newer : older, MOST_PAGES)) readPage(node, isAbsent(older), pages, tokens);
  return { pages, tokens };
}

function readPage(node: Node, isNewer: boolean, pages: FormPage[], tokens: Token[]): void {
  const width = number(member(node, 'width'), 1e-6, LARGEST);
  const height = number(member(node, 'height'), 1e-6, LARGEST);
  const angle = member(node, 'angle');
  const toPage = turned(isAbsent(angle) ? 0 : number(angle, -360, 360));
  const page = pageOf(wholeNumber(member(node, isNewer ? 'pageNumber' : 'page'), 1, LAST_PAGE), width, height, toPage);
  const toForm = inverse(page.toFrame);
  const toUpright = inverse(toPage);
  const index = pages.push({ number: page.number, aspect: page.aspect, fromShares: page.fromShares }) - 1;
  const add = (part: Node, shape: string, rest: Pick<Token, 'text' | 'state'>): void => {
    const polygon = member(part, shape);
    if (isAbsent(polygon)) return;
    const confidence = member(part, 'confidence');
    const box = applyToBox(toForm, boxOf(polygon, toUpright));
    if (tokens.length === MOST_TOKENS) throw new FormsProblem('tooLarge', part.path, `more than ${MOST_TOKENS} words`);
    tokens.push({ page: index, box, confidence: isAbsent(confidence) ? 1 : number(confidence, 0, 1), item: tokens.length, ...rest });
  };
  const words = isNewer ? entries(member(node, 'words'), MOST_TOKENS) : entries(member(node, 'lines'), MOST_TOKENS).flatMap((line) => entries(member(line, 'words'), MOST_TOKENS));
  for (const word of words) add(word, isNewer ? 'polygon' : 'boundingBox', { text: text(member(word, isNewer ? 'content' : 'text'), LONGEST_WORD) });
  for (const mark of entries(member(node, 'selectionMarks'), MOST_TOKENS)) {
    const state = text(member(mark, 'state'), 100) === 'selected' ? 'selected' : 'unselected';
    add(mark, isNewer ? 'polygon' : 'boundingBox', { text: '', state });
  }
}

/** Out of the upright frame into a page whose text is turned clockwise by so many degrees. */
function turned(degrees: number): Affine {
  if (Math.abs(degrees) < 0.05) return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 };
}

/** Corners as eight numbers, as four, or as points (early previews of 3.x). */
function boxOf(polygon: Node, way: Affine): Box {
  const corners = entries(polygon, 64).flatMap((one) => (typeof one.value === 'object' ? [member(one, 'x'), member(one, 'y')] : [one])).map((one) => number(one, -LARGEST, LARGEST));
  if (corners.length < 4 || corners.length % 2 === 1) throw wrong(polygon, 'a polygon');
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i < corners.length; i += 2) {
    const [x, y] = [corners[i]!, corners[i + 1]!];
    const at = { x: way.a * x + way.c * y, y: way.b * x + way.d * y };
    box.left = Math.min(box.left, at.x);
    box.right = Math.max(box.right, at.x);
    box.top = Math.min(box.top, at.y);
    box.bottom = Math.max(box.bottom, at.y);
  }
  return box;
}
