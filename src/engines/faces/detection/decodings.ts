/** Decodes detector outputs into boxes in pixels of the network's input. */
import type { Box } from '../face.ts';
import type { Tensor } from '../../bindings/onnx-session.ts';

export interface Decoded {
  box: Box;
  score: number;
}

export type Decode = (answer: Readonly<Record<string, Tensor>>, input: { width: number; height: number }, minScore: number) => Decoded[];

/** Limits how much larger than its anchor a box can be: on noise a network can output anything. */
const MAX_GROWTH = 4;

/**
 * `cells` (YOLO 2): one output (1, anchors × 5, rows, columns). For each cell and anchor: the position of
 * the box center within the cell and the face score, before the sigmoid, and the log ratio of its sides to the anchor's. Anchors are in
 * cells.
 */
export function fromCells({ cell, anchors }: { cell: number; anchors: readonly (readonly [width: number, height: number])[] }): Decode {
  return (answer, _input, minScore) => {
    const [{ data, shape }] = Object.values(answer) as [Tensor];
    const [, planes, rows, columns] = shape as [number, number, number, number];
    if (planes !== anchors.length * 5)
      throw new Error(`The detector returns ${planes} values per cell; expected five for each of ${anchors.length} anchors.`);
    const area = rows * columns;
    const found: Decoded[] = [];
    anchors.forEach(([anchorWidth, anchorHeight], anchor) => {
      const value = (part: number, place: number): number => data[(anchor * 5 + part) * area + place]!;
      for (let place = 0; place < area; place++) {
        const score = sigmoid(value(4, place));
        if (!(score >= minScore)) continue;
        const x = ((place % columns) + sigmoid(value(0, place))) * cell;
        const y = (Math.floor(place / columns) + sigmoid(value(1, place))) * cell;
        const width = anchorWidth * Math.min(MAX_GROWTH, Math.exp(value(2, place))) * cell;
        const height = anchorHeight * Math.min(MAX_GROWTH, Math.exp(value(3, place))) * cell;
        found.push({ score, box: { left: x - width / 2, top: y - height / 2, width, height } });
      }
    });
    return found;
  };
}

/**
 * `boxes`: two outputs, (1, count, 2) with how likely each is none and a face, and (1, count, 4) with left, top, right, bottom from 0 to
 * 1.
 */
export const fromBoxes: Decode = (answer, input, minScore) => {
  const scores = Object.values(answer).find(({ shape }) => shape.at(-1) === 2);
  const places = Object.values(answer).find(({ shape }) => shape.at(-1) === 4);
  if (scores === undefined || places === undefined || scores.data.length * 2 !== places.data.length)
    throw new Error('The detector does not answer two scores and four sides for each box.');
  const found: Decoded[] = [];
  for (let i = 0; i < scores.data.length / 2; i++) {
    const score = scores.data[2 * i + 1]!;
    if (!(score >= minScore)) continue;
    const [left, top, right, bottom] = places.data.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
    if (!(right > left && bottom > top)) continue;
    found.push({
      score,
      box: {
        left: left * input.width,
        top: top * input.height,
        width: (right - left) * input.width,
        height: (bottom - top) * input.height,
      },
    });
  }
  return found;
};

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
