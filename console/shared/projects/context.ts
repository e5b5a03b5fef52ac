/** The open project, for the components of its page. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../kit/api.ts';
import type { Call } from '../../kit/call.ts';
import type { Item } from '../../kit/differences.ts';
import type { Loaded } from '../../kit/hooks.ts';
import type { SampleModule } from '../../samples.ts';
import type { Deployment, Metadata, Model } from './calls.ts';
import type { TrainingWatch } from './use-training.ts';

export interface Project<A = object> {
  client: Client;
  family: ProjectFamily;
  name: string;
  metadata: Metadata;
  /** Of the state on the server that is edited. */
  etag: string;
  /** Including unsaved edits. */
  assets: A;
  edit: (assets: A) => void;
  isSaved: boolean;
  /** Saves edits, if any; resolves to whether everything is saved. */
  save: () => Promise<boolean>;
  /** The call that saves. */
  saving: Call;
  models: Loaded<Model[]>;
  deployments: Loaded<Deployment[]>;
  training: TrainingWatch;
  /** Reloads everything, discarding drafts. */
  reload: () => void;
}

export const ProjectContext = createContext<Project | undefined>(undefined);

/** The open project, with assets in the area's own shape. */
export function useProject<A = object>(): Project<A> {
  return useContext(ProjectContext)! as unknown as Project<A>;
}

export interface ProjectFamily {
  /** The page, and the first segment of its URLs. */
  page: 'conversations' | 'texts';
  title: string;
  about: string;
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
  sample: () => Promise<SampleModule>;
  /** Text of the empty project list. */
  invitation: string;
  /** The path of prediction calls. */
  prediction: string;
  /** What the confidence threshold does. */
  thresholdHint: string;
  /** Which files can be imported. */
  fileFormats: string;
  /** The parts of a project, for comparing two states of it. */
  items: (assets: object) => Item[];
}

/** The display name of a project kind. */
export function kindTitle({ kinds }: ProjectFamily, kind: string): string {
  return kinds.find(({ value }) => value === kind)?.label ?? kind;
}
