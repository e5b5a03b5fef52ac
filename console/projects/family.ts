/** What conversations and texts tell their shared pages: API paths, and what their projects consist of. */
import type { Item } from '../kit/differences.ts';
import type { SampleModule } from '../samples.ts';

export interface ProjectFamily {
  /** The page, and the first segment of its URLs. */
  page: 'conversations' | 'texts';
  title: string;
  about: string;
  /** Base path of the authoring API. */
  base: string;
  /** Project kinds that can be created, the default first. */
  kinds: readonly { value: string; label: string }[];
  /** What is labelled: `utterance`, `document`. */
  labelled: string;
  sample: () => Promise<SampleModule>;
  /** Text of the empty project list. */
  invitation: string;
  /** Which files can be imported. */
  fileFormats: string;
  /** The parts of a project, for comparing two states of it. */
  items: (assets: object) => Item[];
}

/** The display name of a project kind. */
export function kindTitle({ kinds }: ProjectFamily, kind: string): string {
  return kinds.find(({ value }) => value === kind)?.label ?? kind;
}
