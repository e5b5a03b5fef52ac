/** What the pages of conversations and texts tell the parts that they share: where their calls go, and what their projects are made of. */
import type { Item } from '../kit/differences.ts';
import type { SampleModule } from '../samples.ts';

export interface Family {
  /** The page, and the first part of its addresses. */
  page: 'conversations' | 'texts';
  title: string;
  about: string;
  /** Where the authoring interface stands. */
  base: string;
  /** Kinds of projects that can be made here, the usual one first. */
  kinds: readonly { value: string; label: string }[];
  /** What is labelled: `utterance`, `document`. */
  labelled: string;
  sample: () => Promise<SampleModule>;
  /** What stands where there is no project yet. */
  invitation: string;
  /** Which files can be imported. */
  fileFormats: string;
  /** What a project is made of, for telling two states of it apart. */
  items: (assets: object) => Item[];
}

/** What a project is for, as people say it. */
export function kindInWords({ kinds }: Family, kind: string): string {
  return kinds.find(({ value }) => value === kind)?.label ?? kind;
}
