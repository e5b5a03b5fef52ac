/** What a page with boxes draws on its canvas. */
import type { Page } from 'playwright-core';
import { eventually } from '../support/server.ts';

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Drawing {
  /** Pixels of the view per unit of the page. */
  scale: number;
  /** The colors of the boxes. */
  colors: string[];
  /** The names of boxes, with the rectangles behind them. */
  labels: { text: string; textWidth: number; behind: Area & { color: string } }[];
  /** The size of the canvas. */
  width: number;
  height: number;
}

interface Recorded {
  drawing?: Drawing;
}

/** Runs in the page before its scripts. Keeps the last drawing: one begins with the image of the page. */
function record(): void {
  const canvas = CanvasRenderingContext2D.prototype;
  const recorded = globalThis as Recorded;
  let behind = { x: 0, y: 0, width: 0, height: 0, color: '' };
  const { drawImage, stroke, fillRect, fillText } = canvas;
  canvas.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    recorded.drawing = { scale: this.getTransform().a / devicePixelRatio, colors: [], labels: [], width, height };
    Reflect.apply(drawImage, this, args);
  };
  canvas.stroke = function (this: CanvasRenderingContext2D, ...args: unknown[]): void {
    recorded.drawing?.colors.push(String(this.strokeStyle));
    Reflect.apply(stroke, this, args);
  };
  canvas.fillRect = function (this: CanvasRenderingContext2D, x, y, width, height): void {
    behind = { x, y, width, height, color: String(this.fillStyle) };
    fillRect.call(this, x, y, width, height);
  };
  canvas.fillText = function (this: CanvasRenderingContext2D, text, x, y): void {
    recorded.drawing?.labels.push({ text, textWidth: this.measureText(text).width, behind });
    fillText.call(this, text, x, y);
  };
}

/** For pages that are opened from now on. */
export async function recordDrawing(page: Page): Promise<void> {
  await page.addInitScript(record);
}

/** The last drawing, once it is as wanted. */
export async function drawingOf(page: Page, isWanted: (drawing: Drawing) => boolean): Promise<Drawing> {
  const drawing = await eventually(
    async () => await page.evaluate(() => (globalThis as Recorded).drawing),
    (last) => last !== undefined && isWanted(last),
  );
  return drawing!;
}
