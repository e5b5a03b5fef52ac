/**
 * Streams XML as opened and closed elements with local names. No tree is built, so that a large part takes no more memory
 * than its text. Entities other than XML's predefined five are rejected, not expanded; depth is bounded.
 */
import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../model/unreadable-file.ts';

export interface Element {
  name: string;
  /** An attribute by its full name, or else by its local name. */
  get(name: string): string | undefined;
}

export interface XmlHandler {
  /** Elements that are left out with all they contain. */
  skipped?: ReadonlySet<string>;
  open?(element: Element): void;
  close?(name: string): void;
  text?(text: string): void;
}

const MAX_DEPTH = 256;
const CHUNK_LENGTH = 1 << 16;

export const isSet = (value: string | undefined): boolean => value === '1' || value === 'true';
/** Whether a switch that is on by default is not turned off. */
export const isOn = (value: string | undefined): boolean => value !== '0' && value !== 'false';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export function walkXml(xml: string, { skipped, open, close, text }: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let skippedDepth = Infinity;
  const isSkipping = (): boolean => depth >= skippedDepth;
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new UnreadableFile('corrupt', 'the file is nested too deeply');
    if (!isSkipping() && skipped?.has(localName(name)) === true) skippedDepth = depth;
    if (isSkipping()) return;
    open?.({
      name: localName(name),
      get: (wanted) => attributes[wanted] ?? Object.entries(attributes).find(([key]) => localName(key) === wanted)?.[1],
    });
  });
  parser.on('closetag', ({ name }) => {
    if (!isSkipping()) close?.(localName(name));
    if (depth === skippedDepth) skippedDepth = Infinity;
    depth -= 1;
  });
  for (const kind of ['text', 'cdata'] as const)
    parser.on(kind, (given) => {
      if (!isSkipping()) text?.(given);
    });
  parser.on('error', (problem) => {
    throw new UnreadableFile('corrupt', 'a part of the file is not XML', { cause: problem });
  });
  for (let at = 0; at < xml.length; at += CHUNK_LENGTH) parser.write(xml.slice(at, at + CHUNK_LENGTH));
  parser.close();
}
