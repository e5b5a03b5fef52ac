/** Parses a page of a listing of a blob container: XML of a server that a caller has named, so that large pages are parsed in a thread. */
import { SaxesParser } from 'saxes';
import type { BlobEntry } from '../kernel/ports/blobs.ts';

export interface ListingPage {
  entries: BlobEntry[];
  /** Where the next page starts; empty after the last one. */
  next: string;
}

/** How many are asked for in a page; a storage may send less. More would take long to hand over to the thread of the caller. */
export const PAGE_BLOBS = 500;
const MAX_DEPTH = 16;
const NAME = 'EnumerationResults/Blobs/Blob/Name';
const BYTES = 'EnumerationResults/Blobs/Blob/Properties/Content-Length';
const NEXT = 'EnumerationResults/NextMarker';

/** Undefined when the page is not a listing. */
export function parseListing(xml: Uint8Array): ListingPage | undefined {
  const entries: BlobEntry[] = [];
  const open: string[] = [];
  let [path, text, next, isEncoded, isListing] = ['', '', '', false, false];
  const parser = new SaxesParser({ position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.push(name) > MAX_DEPTH) throw new Error('It is nested too deep.');
    path = open.join('/');
    text = '';
    if (path === 'EnumerationResults') isListing = true;
    else if (path === 'EnumerationResults/Blobs/Blob') {
      if (entries.push({ name: '', bytes: 0 }) > PAGE_BLOBS) throw new Error('It has more blobs than were asked for.');
    } else if (path === NAME) isEncoded = attributes.Encoded === 'true';
  });
  const addText = (part: string): void => {
    if (path === NAME || path === BYTES || path === NEXT) text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const entry = entries.at(-1);
    if (path === NEXT) next = text;
    else if (path === NAME) entry!.name = isEncoded ? decodeURIComponent(text) : text;
    else if (path === BYTES) entry!.bytes = Number(text) || 0;
    open.pop();
    path = open.join('/');
  });
  try {
    parser
      .write(
        Buffer.from(xml.buffer, xml.byteOffset, xml.length)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      )
      .close();
  } catch {
    return undefined;
  }
  return isListing ? { entries, next } : undefined;
}
