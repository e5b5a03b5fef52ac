/** Deletes a gallery or person after the name was typed in. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { confirm } from '../../kit/dialog.tsx';
import { Button } from '../../kit/parts.tsx';
import { navigate } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { forgetFaces } from './visit.ts';
import type { AddedFace } from './visit.ts';

export function DeleteButton({ what, typed, path, text, after, ofIt }: { what: string; typed: string; path: string; text: string; after: string; ofIt: (one: AddedFace) => boolean }): JSX.Element {
  const { account, client } = useAccount();
  const erase = useAction(async () => {
    if (!await confirm({ title: `Delete ${typed}?`, text, action: `Delete ${what}`, typed })) return;
    await client.delete(path);
    forgetFaces((one) => one.account === account.id && ofIt(one));
    navigate(after);
  });
  return <Button kind="danger" icon="trash" busy={erase.busy} onClick={() => void erase.run()}>Delete</Button>;
}
