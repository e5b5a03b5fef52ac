/**
 * Real pages in handwriting and typewriting, from `corpora/hand-*` and `corpora/typed-pages` of the data folder: `pages.json` has the
 * image, the writer (`group`), and the box and text of every line. One of six writers is kept apart for judging; the others train the
 * network (lab/training/hands/lines.py has the same rule).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { GrayImage } from '../../../src/engines/documents/reading/model/page.ts';
import type { TrueLine } from './scores.ts';

interface HandLine extends TrueLine {
  /** Undefined where it is unknown. */
  isHandwritten: boolean | undefined;
  /** Text is crossed out or illegible: part of the page, but not for judging lines. */
  isDoubtful: boolean;
}

export interface HandPage {
  name: string;
  image: GrayImage;
  lines: HandLine[];
}

interface PageRecord {
  image: string;
  group: string;
  lines: { bbox: [number, number, number, number]; text: string; kind?: string }[];
}

const JUDGED_IN = 6;
const KINDS: Readonly<Record<string, boolean>> = { handwritten: true, signature: true, typewritten: false, print: false };

const isJudged = (set: string, group: string): boolean =>
  createHash('sha256').update(`${set}/${group}`).digest().readUInt32BE(0) % JUDGED_IN === 0;

/** The pages of the writers kept apart, or of all others. Empty if the folder does not contain the set. */
export async function readHandPages(data: string, set: string, judged = true): Promise<HandPage[]> {
  const folder = join(data, 'corpora', set);
  if (!existsSync(folder)) return [];
  const records = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as PageRecord[];
  return await Promise.all(
    records
      .filter(({ group }) => isJudged(set, group) === judged)
      .map(async ({ image: file, lines }) => ({
        name: file,
        image: await readGray(join(folder, file)),
        lines: lines.map((line) => toLine(set, line)),
      })),
  );
}

async function readGray(file: string): Promise<GrayImage> {
  const { data, info } = await sharp(file).flatten({ background: '#fff' }).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

function toLine(set: string, { bbox: [left, top, width, height], text, kind }: PageRecord['lines'][number]): HandLine {
  return {
    text: plainText(text),
    box: { left, top, right: left + width, bottom: top + height },
    isHandwritten: kind === undefined ? set.startsWith('hand-') : KINDS[kind],
    isDoubtful: /[><⟦⟧]/u.test(text),
  };
}

/** Raised letters as letters, without what is crossed out or illegible. */
const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/>[^<]*<|⟦[^⟧]*⟧/gu, ' ')
    .replace(/[><⟦⟧^]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
