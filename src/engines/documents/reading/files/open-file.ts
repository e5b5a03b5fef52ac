/** Opens a file of any supported kind, after checking its kind and size. */
import type { ImageFile } from './decode-image.ts';
import { openImage } from './decode-image.ts';
import { openEmbeddedImage } from './embedded-image.ts';
import type { FileKind } from './file-kind.ts';
import { detectFileKind } from './file-kind.ts';
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { readDocx } from '../office/docx.ts';
import { readHtml } from '../office/html.ts';
import { readPptx } from '../office/pptx.ts';
import { readXlsx } from '../office/xlsx.ts';
import { Archive } from '../office/zip.ts';
import type { Flow } from '../model/page.ts';
import { PdfDocument } from '../pdf/document.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

interface Opened {
  kind: FileKind;
  pageCount: number;
  close(): void;
}

export type OpenFile = Opened &
  (
    | { pdf: PdfDocument; image?: undefined; flow?: undefined }
    | { image: ImageFile; pdf?: undefined; flow?: undefined }
    | { flow: Flow; embeddedImage(part: string): Promise<ImageFile | undefined>; pdf?: undefined; image?: undefined }
  );

export async function openFile(bytes: Uint8Array, limits: Limits = LIMITS): Promise<OpenFile> {
  const kind = detectFileKind(bytes, limits);
  const close = (): void => undefined;
  switch (kind) {
    case 'pdf': {
      const pdf = await PdfDocument.open(bytes, limits);
      return {
        kind,
        pdf,
        pageCount: pdf.pageCount,
        close: () => {
          pdf.close();
        },
      };
    }
    case 'docx':
    case 'xlsx':
    case 'pptx': {
      const archive = new Archive(bytes, limits);
      const flow = checkPages(OFFICE[kind](archive, limits), limits);
      return {
        kind,
        flow,
        pageCount: flow.pages.length,
        embeddedImage: async (part) => await openEmbeddedImage(archive, part, limits),
        close,
      };
    }
    case 'html': {
      const flow = checkPages(readHtml(bytes, limits), limits);
      return { kind, flow, pageCount: flow.pages.length, embeddedImage: () => Promise.resolve(undefined), close };
    }
    default: {
      const image = await openImage(bytes, kind, limits);
      return { kind, image, pageCount: image.pageCount, close };
    }
  }
}

function checkPages(flow: Flow, { maxPages }: Limits): Flow {
  if (flow.pages.length > maxPages) throw new UnreadableFile('tooManyPages', `the file has ${flow.pages.length} pages`);
  return flow;
}

const OFFICE = { docx: readDocx, xlsx: readXlsx, pptx: readPptx };
