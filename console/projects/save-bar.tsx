/** What was changed and not saved: written, taken back step by step, or given up. */
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
  useActions([{ title: 'Save the project', keys: 'Ctrl+s', run: () => void (!isSaved && !busy && write()) }]);
  const giveUp = async (): Promise<void> => {
    if (await confirm({ title: 'Give up what you changed?', text: 'The project is loaded as it was saved last.', action: 'Give it up' })) reload();
  };
  return <>
    {!isSaved && <Tag kind="warn">not saved</Tag>}
    <Button kind="quiet" icon="undo" label="Take back" keys="Control+Z" disabled={!canUndo} onClick={undo} /><Button kind="quiet" icon="redo" label="Do again" keys="Control+Y" disabled={!canRedo} onClick={redo} />
    {!isSaved && <Button onClick={() => void giveUp()}>Give up</Button>}
    <Button kind={isSaved ? 'plain' : 'primary'} icon="check" keys="Control+S" busy={busy} disabled={isSaved} onClick={() => void write()}>Save</Button>
  </>;
}
