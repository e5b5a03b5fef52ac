/** How the pages of conversation projects differ from those of text projects. */
import type { Item } from '../../kit/differences.ts';

export interface ProjectFamily {
  /** The page, and the first segment of its URLs. */
  page: 'conversations' | 'texts';
  title: string;
  about: string;
  /** What the area does without a project. */
  more?: { title: string; to: string };
  /** Base path of the authoring API. */
  base: string;
  /** Project kinds that can be created, the default first. */
  kinds: readonly { value: string; label: string }[];
  /** Sentences about what is labeled. */
  words: {
    /** `test utterances`, the label of a figure */
    tests: string;
    /** What a training does with them. */
    setAside: string;
    /** Why there are no tests. */
    noTests: string;
    /** What to do before the first training. */
    labelFirst: string;
    /** That each can have a language of its own. */
    ownLanguage: string;
  };
  /** Text of the empty project list. */
  invitation: string;
  /** The path of prediction calls. */
  prediction: string;
  /** What the confidence threshold does. */
  thresholdHint: string;
  /** What learning from logged queries does, where projects can. */
  learningHint?: string;
  /** Which files can be imported. */
  fileFormats: string;
  /** The parts of a project, for comparing two states of it. */
  items: (assets: object) => Item[];
}

/** The display name of a project kind. */
export function kindTitle({ kinds }: ProjectFamily, kind: string): string {
  return kinds.find(({ value }) => value === kind)?.label ?? kind;
}
