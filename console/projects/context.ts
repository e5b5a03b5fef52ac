/** The project that is open, for the parts of its page. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../kit/api.ts';
import type { Call } from '../kit/call.ts';
import type { Loaded } from '../kit/use.ts';
import type { Deployment, Metadata, Model } from './calls.ts';
import type { Family } from './family.ts';

export interface Project<A = object> {
  client: Client;
  family: Family;
  name: string;
  metadata: Metadata;
  /** Of the state on the server that is edited here. */
  etag: string;
  /** With what was edited and not saved. */
  assets: A;
  edit: (assets: A) => void;
  isSaved: boolean;
  /** Writes what was edited, if anything was; whether all is written now. */
  save: () => Promise<boolean>;
  /** The call that saving makes. */
  saving: Call;
  models: Loaded<Model[]>;
  deployments: Loaded<Deployment[]>;
  /** Everything anew, drafts forgotten. */
  reload: () => void;
}

export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project that is open, with assets of the area's own shape. */
export function useProject<A = object>(): Project<A> {
  return useContext(ProjectContext)! as unknown as Project<A>;
}
