/** The interface of the OCR reader, which is loaded once per thread. */
import type { PageTransform, Box, Line, GrayImage } from '../model/page.ts';

export interface ReaderOptions {
  /** A folder with other OCR weights (see README.md); anything it lacks is taken from the shipped ones. */
  weights?: string;
  /** Most threads that read a page while cores are idle; 1 takes the least CPU time. */
  threads?: number;
}

export interface ReadOptions {
  /** The image is known to be upright, such as a rendered PDF page: angle and orientation are not detected. */
  upright?: boolean;
  /** The image may be a photograph of a page that is not flat. */
  photograph?: boolean;
  /** Estimates for each line how likely it is handwritten. */
  handwriting?: boolean;
  /** Detects small print on large pages: lines are detected on a larger image, which takes longer. */
  highResolution?: boolean;
}

/** Boxes of lines are in pixels of `upright`; `toOriginal` transforms from there to the original image. */
export interface OcrResult {
  lines: Line[];
  /** As in `Page.angle`: clockwise rotation of the text in the original image, in degrees. */
  angle: number;
  upright: GrayImage;
  toOriginal: PageTransform;
  /** The probability that a box in pixels of `upright` is a check box or radio button. */
  markProbability?: (box: Box) => number;
}

export interface Reader {
  read(image: GrayImage, options?: ReadOptions): Promise<OcrResult>;
  /** Releases the engines. */
  close(): Promise<void>;
}
