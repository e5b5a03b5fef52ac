/**
 * An edited project: a draft on the state it started from, saved a moment after the last edit and when the page is left. Saving replaces
 * only that state. If someone else has saved meanwhile, the conflict is shown and resolved by the user; until then both the draft and the
 * other's changes are kept.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { isConflict } from '../../kit/api.ts';
import { watchChanges } from '../../kit/changes.ts';
import { resolveConflict } from '../../kit/conflict.tsx';
import { isOnline, whenOnline } from '../../kit/connection.ts';
import { confirm } from '../../kit/dialog.tsx';
import { isEqual } from '../../kit/differences.ts';
import { deleteDraft, getDraft, putDraft } from '../../kit/drafts.ts';
import { showFailure, toast } from '../../kit/toast.tsx';
import { useUndo, type Undo } from '../../kit/undo.ts';
import { projectPath } from './calls.ts';
import type { ProjectFamily } from './family.ts';
import { currentState, mergeAssets, writeState, type State } from './state.ts';

interface Failed {
  /** What could not be saved. */ assets: object;
  /** A conflict is left for later: the user is not asked again until saving is requested. */ isUndecided: boolean;
}

/** After the last edit. */
const SAVE_DELAY_MS = 800;
/** After a change of someone. */
const FOLLOW_DELAY_MS = 1000;

export interface EditedProject {
  undo: Undo<object>;
  /** The saved state, as far as known here. */
  on: State;
  isSaved: boolean;
  /** Saving failed or a conflict is not resolved: saved again on request, or when the browser is online again. */
  isFailed: boolean;
  /** Saves edits, if any; resolves to whether everything is saved. */
  save: () => Promise<boolean>;
  forget: () => void;
}

export function useDraft(family: ProjectFamily, name: string, first: State): EditedProject {
  const { client, account } = useAccount();
  const key = draftKey(account.id, family.page, name);
  const [draft] = useState(getDraft<Draft>(key));
  const [on, setShownOn] = useState(draft?.on ?? first);
  const [failed, setFailed] = useState<Failed>();
  // Read by calls that outlive the render they started in.
  const latest = useRef({ on, assets: on.file.assets, isOpen: true });
  const running = useRef<Promise<boolean>>(undefined);
  const setOn = (state: State): void => {
    latest.current.on = state;
    setShownOn(state);
  };
  const undo = useUndo<object>(draft?.assets ?? first.file.assets);
  const assets = undo.value;
  latest.current.assets = assets;
  const isSaved = assets === on.file.assets;
  useEffect(() => {
    if (isSaved) deleteDraft(key);
    else putDraft(key, { assets, on });
  }, [assets, on, isSaved]);
  const isWaiting = failed !== undefined && (failed.isUndecided || failed.assets === assets);
  useEffect(() => {
    if (isSaved || isWaiting) return undefined;
    // After a running call, this runs again.
    const timer = setTimeout(() => void (running.current ?? save()), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [assets, on, isSaved, isWaiting]);
  useEffect(() => {
    const stop = isOnline.watch((online) => void (online && save()));
    return () => {
      stop();
      latest.current.isOpen = false;
      void leave();
    };
  }, []);

  const saved = (next: object, state: State): true => {
    setOn({ ...state, file: { ...state.file, assets: next } });
    // The page may have been left meanwhile: then nobody else does this.
    const left = getDraft<Draft>(key);
    if (left?.assets === next) deleteDraft(key);
    else if (left) putDraft(key, { ...left, on: state });
    return true;
  };
  const write = async (next: object, where: State, options?: { isNew: boolean }): Promise<boolean> => {
    try {
      return saved(next, await writeState(client, family, name, where, next, options));
    } catch (error) {
      if (!isConflict(error)) throw error;
      // Asked when the project is opened again.
      if (!latest.current.isOpen) return false;
      return await settle(next, where, error);
    }
  };
  const push = (next: object): void => {
    latest.current.assets = next;
    undo.push(next);
  };
  /** Writes `mine` over the current state, if it cannot replace `where`. */
  const settle = async (mine: object, where: State, refusal?: unknown): Promise<boolean> => {
    const now = await currentState(client, family, name);
    if (!now)
      return (
        (await confirm({
          title: t('Someone has deleted {name}', { name }),
          text: t('Your draft is not saved anywhere. You can create the project again, without its models and deployments.'),
          action: t('Create again'),
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
      t('The project {name}', { name }),
      { before: family.items(before), mine: family.items(mine), theirs: family.items(theirs) },
      { canPostpone: true },
    );
    if (choice === undefined) return false;
    // Each is an undo step, so that the others can be restored whatever is chosen.
    push(theirs);
    setOn(now);
    if (choice === 'theirs') return true;
    const next = choice === 'mine' ? mine : mergeAssets(before, mine, theirs);
    push(next);
    return await write(next, now);
  };
  /** Runs one call at a time; resolves to whether it has saved. */
  const run = async (work: () => Promise<boolean>): Promise<boolean> => {
    const { assets: mine } = latest.current;
    const report = async (): Promise<boolean> => {
      try {
        const isDone = await work();
        setFailed(isDone ? undefined : { assets: mine, isUndecided: true });
        return isDone;
      } catch (error) {
        showFailure(error);
        setFailed({ assets: mine, isUndecided: false });
        return false;
      } finally {
        running.current = undefined;
      }
    };
    running.current = report();
    return await running.current;
  };
  useEffect(() => {
    // The draft waited, and someone has saved meanwhile.
    if (draft && draft.on.etag !== first.etag && !isEqual(draft.on.file.assets, first.file.assets))
      void run(() => settle(draft.assets, draft.on));
  }, []);
  /** What others save is shown immediately while nothing is unsaved here; else it is merged by the next save. */
  const follow = async (): Promise<void> => {
    if (running.current) return;
    const { headers } = await client.call('GET', projectPath(family, name), { quiet: true });
    if (headers.get('etag') === latest.current.on.etag) return;
    const now = await currentState(client, family, name);
    const { on: where, assets: mine, isOpen } = latest.current;
    if (!now || !isOpen || running.current || mine !== where.file.assets || now.etag === where.etag) return;
    const isNews = !isEqual(now.file.assets, where.file.assets);
    setOn(isNews ? now : { ...now, file: where.file });
    if (!isNews) return;
    push(now.file.assets);
    toast(t('Updated with changes of someone else'));
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watchChanges(['projects.projects'], () => {
      clearTimeout(timer);
      // Of one's own saves the new state is known a moment later.
      timer = setTimeout(() => void follow().catch(() => undefined), FOLLOW_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  /** One write at a time; a later one includes what was edited meanwhile. */
  const save = async (): Promise<boolean> => {
    while (running.current) await running.current;
    const { assets: mine, on: where } = latest.current;
    return mine === where.file.assets || (await run(() => write(mine, where)));
  };
  /** Without a connection, it is saved when that is back. */
  const leave = async (): Promise<void> => {
    if (await save()) return;
    toast(t('Your changes to {name} are kept as a draft, but not saved yet', { name }));
    if (isOnline.get()) return;
    await whenOnline();
    await save();
  };
  const forget = (): void => {
    deleteDraft(key);
    const { on: where, assets: mine } = latest.current;
    latest.current.on = { ...where, file: { ...where.file, assets: mine } };
  };
  return { undo, on, isSaved, isFailed: isWaiting && !isSaved, save, forget };
}

/** The edits, and the state on the server they started from. */
export interface Draft {
  assets: object;
  on: State;
}

/** A project of an account. */
export function draftKey(account: string, page: string, project: string): string {
  return JSON.stringify([account, page, project]);
}
