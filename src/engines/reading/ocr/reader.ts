/** What reading a picture takes and gives: the engines that are loaded once a thread, and the upright lines of a page. */
import type { Affine, Line, Picture } from '../model/page.ts';

export interface ReaderOptions {
  /** A folder of other OCR weights (see README.md here); what it lacks is taken from those that come with the package. */
  weights?: string;
  /** The second engine: the installed program, the WASM build, neither, or (as by default) the program where there is one. */
  tesseract?: 'native' | 'wasm' | 'none' | 'auto';
}

export interface ReadOptions {
  /** The picture is known to stand upright, such as a page of a PDF that was drawn: neither angle nor orientation is looked for. */
  upright?: boolean;
  /** Say of each line how likely it was written by hand. */
  handwriting?: boolean;
  /** Look for small print on large pages: lines are found on a larger picture, which takes longer. */
  fine?: boolean;
}

/** A grey picture as it was read. Boxes of lines are in pixels of `upright`; `toGiven` leads from there to the given picture. */
export interface PictureRead {
  lines: Line[];
  /** As in `Page.angle`: degrees clockwise by which the text is turned in the given picture. */
  angle: number;
  upright: Picture;
  toGiven: Affine;
}

export interface Reader {
  read(picture: Picture, options?: ReadOptions): Promise<PictureRead>;
  /** Gives back what the engines hold. */
  close(): Promise<void>;
}
