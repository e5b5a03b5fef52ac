/**
 * An edited project: a draft on the state it started from. Saving replaces only that state. If someone else has saved
 * meanwhile, the conflict is shown and resolved by the user; until then both the draft and the other's changes are
 * kept.
 */
import { useEffect, useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { isConflict } from '../../kit/api.ts';
import { resolveConflict } from '../../kit/conflict.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { isEqual } from '../../kit/differences.ts';
import { showFailure, toast } from '../../kit/toast.tsx';
import { useUndo } from '../../kit/undo.ts';
import type { Undo } from '../../kit/undo.ts';
import type { ProjectFamily } from './context.ts';
import { currentState, mergeAssets, writeState } from './state.ts';
import type { State } from './state.ts';

export interface EditedProject {
  undo: Undo<object>;
  /** The saved state, as far as known here. */
  on: State;
  isSaved: boolean;
  /** Saves edits, if any; resolves to whether everything is saved. */
  save: () => Promise<boolean>;
  forget: () => void;
}

export function useDraft(family: ProjectFamily, name: string, first: State): EditedProject {
  const { client, account } = useAccount();
  const key = draftKey(account.id, family.page, name);
  const [draft] = useState(getDraft(key));
  const [on, setOn] = useState(draft?.on ?? first);
  const undo = useUndo<object>(draft?.assets ?? first.file.assets);
  const assets = undo.value;
  const isSaved = assets === on.file.assets;
  useEffect(() => {
    if (isSaved) deleteDraft(key);
    else storeDraft(key, { assets, on });
  }, [assets, on, isSaved]);
  useEffect(
    () => () => {
      if (getDraft(key) !== undefined) toast(`Your changes to ${name} are kept as a draft, but not saved yet`);
    },
    [],
  );

  const saved = (next: object, state: State): true => {
    setOn({ ...state, file: { ...state.file, assets: next } });
    // The page may have been left meanwhile: then nobody else does this.
    const left = getDraft(key);
    if (left?.assets === next) deleteDraft(key);
    else if (left) storeDraft(key, { ...left, on: state });
    toast('Saved');
    return true;
  };
  const write = async (next: object, where: State, options?: { isNew: boolean }): Promise<boolean> => {
    try {
      return saved(next, await writeState(client, family, name, where, next, options));
    } catch (error) {
      if (!isConflict(error)) throw error;
      return await settle(next, where, error);
    }
  };
  /** Writes `mine` over the current state, if it cannot replace `where`. */
  const settle = async (mine: object, where: State, refusal?: unknown): Promise<boolean> => {
    const now = await currentState(client, family, name);
    if (!now)
      return (
        (await confirm({
          title: `Someone has deleted ${name}`,
          text: 'Your draft is not saved anywhere. You can create the project again, without its models and deployments.',
          action: 'Create again',
          danger: false,
        })) && (await write(mine, where, { isNew: true }))
      );
    // Nobody else was faster: the project belongs to another account and cannot be imported into.
    if (now.etag === where.etag) throw refusal;
    const [before, theirs] = [where.file.assets, now.file.assets];
    // An earlier attempt succeeded, but its response was lost.
    if (isEqual(mine, theirs)) return saved(mine, now);
    // Only the description or the assigned accounts have changed, not what is edited here.
    if (isEqual(before, theirs)) return await write(mine, now);
    const choice = await resolveConflict(
      `The project ${name}`,
      { before: family.items(before), mine: family.items(mine), theirs: family.items(theirs) },
      { later: true },
    );
    if (choice === undefined) return false;
    // Each is an undo step, so that the others can be restored whatever is chosen.
    undo.push(theirs);
    setOn(now);
    if (choice === 'theirs') return true;
    const next = choice === 'mine' ? mine : mergeAssets(before, mine, theirs);
    undo.push(next);
    return await write(next, now);
  };
  const reportFailure = async (work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  useEffect(() => {
    // The draft waited, and someone has saved meanwhile.
    if (draft && draft.on.etag !== first.etag && !isEqual(draft.on.file.assets, first.file.assets))
      void reportFailure(() => settle(draft.assets, draft.on));
  }, []);
  return {
    undo,
    on,
    isSaved,
    save: () => reportFailure(async () => isSaved || (await write(assets, on))),
    forget: () => deleteDraft(key),
  };
}

/** The edits, and the state on the server they started from. */
export interface Draft {
  assets: object;
  on: State;
}

const drafts = new Map<string, Draft>();

addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});

/** A project of an account. */
export function draftKey(account: string, page: string, project: string): string {
  return JSON.stringify([account, page, project]);
}

function storeDraft(key: string, draft: Draft): void {
  drafts.set(key, draft);
}

function getDraft(key: string): Draft | undefined {
  return drafts.get(key);
}

export function deleteDraft(key: string): void {
  drafts.delete(key);
}
