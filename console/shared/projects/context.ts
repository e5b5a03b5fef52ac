/** The open project, for the components of its page. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../kit/api.ts';
import type { Call } from '../../kit/call.ts';
import type { Loaded } from '../../kit/hooks.ts';
import type { Deployment, Metadata, Model } from './calls.ts';
import type { ProjectFamily } from './family.ts';
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
