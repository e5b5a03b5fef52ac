/** Clones a version, to try something without losing what works. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { versionPath } from './calls.ts';
import { useVersion } from './version.ts';
import { nextName } from './version-names.ts';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,9}$/;

export function CloneDialog({ from, taken, onClose }: { from: string; taken: readonly string[]; onClose: () => void }): JSX.Element {
  const { client, app, reloadApp } = useVersion();
  const [version, setVersion] = useState(nextName(from, taken));
  const path = `${versionPath(app.id, from)}/clone`;
  const may = NAME.test(version) && !taken.includes(version);
  const make = useAction(async () => {
    await client.post(path, { version });
    onClose();
    setQuery({ version });
    reloadApp();
  }, { done: 'Version cloned' });
  return <Dialog title={`Clone version ${from}`} onClose={onClose}><Form class="" onSubmit={() => void (may && make.run())}>
    <TextField label="Name of new version" autoFocus value={version} onInput={setVersion} error={taken.includes(version) ? 'A version with this name exists.' : NAME.test(version) ? undefined : 'At most 10 letters, digits, dots, dashes and underscores.'} hint="It becomes the active version. Published slots do not change." />
    <ApiCall call={{ method: 'POST', path, json: { version } }} />
    <div class="dialog-buttons"><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={make.busy} disabled={!may}>Clone</Button></div>
  </Form></Dialog>;
}
