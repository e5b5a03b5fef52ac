/** Creates a project. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../kit/accounts.ts';
import { ApiCall } from '../kit/call-behind.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../kit/form.tsx';
import { Button } from '../kit/parts.tsx';
import { navigate, joinPath } from '../kit/router.tsx';
import { useAction, useLoad } from '../kit/use.ts';
import { loadPages, projectPath, versioned } from './calls.ts';
import type { ProjectFamily } from './family.ts';

interface Language { languageName: string; languageCode: string }

export function NewProject({ family, onClose }: { family: ProjectFamily; onClose: () => void }): JSX.Element {
  const { client } = useAccount();
  const [projectName, setName] = useState('');
  const [projectKind, setKind] = useState(family.kinds[0]!.value);
  const [language, setLanguage] = useState('en');
  const [description, setDescription] = useState('');
  const languages = useLoad((signal) => loadPages<Language>(client, versioned(`${family.base}/projects/global/languages`, { projectKind }), signal), [client, projectKind]);
  const json = { projectName, projectKind, language, multilingual: false, description };
  // An existing project with this name is not changed.
  const call = { method: 'PATCH', path: projectPath(family, projectName), json, headers: { 'if-none-match': '*' } } as const;
  const make = useAction(async () => {
    await client.patch(call.path, json, { headers: call.headers });
    onClose();
    navigate(joinPath(family.page, projectName));
  }, { done: 'Project created' });
  return <Dialog title="New project" onClose={onClose}>
    <Form class="" onSubmit={() => void (projectName !== '' && make.run())}>
      <TextField label="Name" required autoFocus maxLength={100} value={projectName} onInput={setName} autoComplete="off" />
      {family.kinds.length > 1 && <SelectField label="Kind" value={projectKind} onInput={setKind} options={family.kinds} />}
      <SelectField label="Language" value={language} onInput={setLanguage} options={(languages.value ?? []).map((one) => ({ value: one.languageCode, label: `${one.languageName} (${one.languageCode})` }))} hint={`Default language; ${family.labelled === 'utterance' ? 'an utterance' : `a ${family.labelled}`} can override it.`} />
      <TextField label="Description" value={description} onInput={setDescription} />
      <ApiCall call={call} />
      <div class="dialog-buttons"><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={make.busy} disabled={projectName === ''}>Create</Button></div>
    </Form>
  </Dialog>;
}
