/** Detects the kind of a file by its content: a declared content type may be wrong or missing. */
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { Archive } from '../office/zip.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export type ImageKind = 'jpeg' | 'png' | 'bmp' | 'tiff' | 'gif' | 'webp' | 'avif' | 'heic';
export type OfficeKind = 'docx' | 'xlsx' | 'pptx';
export type FileKind = 'pdf' | ImageKind | OfficeKind | 'html';

/** PDF readers search the first KB for the header, because some mail programs add lines before it. */
const PDF_HEADER_BYTES = 1024;
const SNIFFED_BYTES = 4096;
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

export function detectFileKind(bytes: Uint8Array, limits: Limits = LIMITS): FileKind {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFFED_BYTES));
  const first = begin.toString('latin1');
  if (first.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (first.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (first.startsWith('BM') && bytes.length >= 26) return 'bmp';
  if (/^(?:II[*+]\0|MM\0[*+])/.test(first)) return 'tiff';
  if (/^GIF8[79]a/.test(first)) return 'gif';
  if (first.startsWith('RIFF') && first.slice(8, 12) === 'WEBP') return 'webp';
  if (first.slice(4, 8) === 'ftyp') {
    const brands = first.slice(8, 64);
    if (/avi[fs]/.test(brands)) return 'avif';
    if (/hei[cxms]|hev[cx]|mif1|msf1/.test(brands)) return 'heic';
  }
  if (first.startsWith('PK\x03\x04')) return officeKind(new Archive(bytes, limits));
  if (first.slice(0, PDF_HEADER_BYTES).includes('%PDF-')) return 'pdf';
  if (
    /^(?:<!--[^]*?-->|<\?xml[^>]*>|\s)*<(?:!doctype\s+html|html|head|body|meta|title|h[1-6]|p|div|table|ul|ol|section|article|main)[\s>]/i.test(
      asText(begin),
    )
  )
    return 'html';
  if (
    first.startsWith(COMPOUND_FILE) &&
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('EncryptedPackage', 0, 'utf16le')
  ) {
    throw new UnreadableFile('encrypted', 'the office file needs a password');
  }
  throw new UnreadableFile('unsupported', bytes.length === 0 ? 'the file is empty' : 'the kind of the file is not supported');
}

const asText = (begin: Buffer): string =>
  begin[0] === 0xff && begin[1] === 0xfe ? begin.toString('utf16le').slice(1) : begin.toString('utf8').replace(/^\ufeff/, '');

const MAIN_PARTS: readonly (readonly [OfficeKind, string, RegExp])[] = [
  ['docx', 'word/document.xml', /wordprocessingml\.document\.main|ms-word\.document\.macroEnabled\.main/],
  ['xlsx', 'xl/workbook.xml', /spreadsheetml\.sheet\.main|ms-excel\.sheet\.macroEnabled\.main/],
  [
    'pptx',
    'ppt/presentation.xml',
    /presentationml\.(?:presentation|slideshow)\.main|ms-powerpoint\.(?:presentation|slideshow)\.macroEnabled\.main/,
  ],
];

/** The usual name of the main part decides, otherwise the list of content types. */
function officeKind(archive: Archive): OfficeKind {
  const types = archive.text('[Content_Types].xml');
  if (types === undefined) throw new UnreadableFile('unsupported', 'the file is an archive, not an office file');
  const found = MAIN_PARTS.find(([, part]) => archive.has(part)) ?? MAIN_PARTS.find(([, , type]) => type.test(types));
  if (found === undefined) throw new UnreadableFile('unsupported', 'the file is an archive, not a supported office file');
  return found[0];
}
