/** Unsaved changes: save, undo step by step, or discard. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useActions } from '../kit/actions.ts';
import { confirm } from '../kit/dialog.tsx';
import { Button, Tag } from '../kit/parts.tsx';
import type { Undo } from '../kit/undo.ts';
import { useProject } from './context.ts';

export function SaveBar({ undo: { undo, redo, canUndo, canRedo } }: { undo: Undo<object> }): JSX.Element {
  const { isSaved, save, reload } = useProject();
  const [busy, setBusy] = useState(false);
  const write = async (): Promise<void> => {
    setBusy(true);
    await save();
    setBusy(false);
  };
  useActions([{ title: 'Save project', keys: 'Ctrl+s', run: () => void (!isSaved && !busy && write()) }]);
  const giveUp = async (): Promise<void> => {
    if (await confirm({ title: 'Discard your changes?', text: 'The last saved state of the project is loaded.', action: 'Discard changes' })) reload();
  };
  return <>
    {!isSaved && <Tag kind="warn">Unsaved changes</Tag>}
    <Button kind="quiet" icon="undo" label="Undo" keys="Control+Z" disabled={!canUndo} onClick={undo} /><Button kind="quiet" icon="redo" label="Redo" keys="Control+Y" disabled={!canRedo} onClick={redo} />
    {!isSaved && <Button onClick={() => void giveUp()}>Discard changes</Button>}
    <Button kind={isSaved ? 'plain' : 'primary'} icon="check" keys="Control+S" busy={busy} disabled={isSaved} onClick={() => void write()}>Save</Button>
  </>;
}
