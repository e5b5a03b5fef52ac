/** Settings of a project: description, languages, confidence threshold; its export, new name, copy and deletion, and how it is called. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { confirmed } from '../../kit/dialog.tsx';
import { CheckField, Form, NumberField, TextField } from '../../kit/form.tsx';
import { deleteAndLeave, useAction } from '../../kit/hooks.ts';
import { ConnectButton } from '../../kit/next-steps.tsx';
import { Button, Card, Copyable, Facts } from '../../kit/parts.tsx';
import { joinPath, navigate } from '../../kit/router.tsx';
import { exportAssets, projectPath, runJob } from './calls.ts';
import { useProject } from './context.ts';
import { confirmDeletion, removeProject } from './delete-project.ts';
import { kindTitle } from './family.ts';
import { useConnect } from './deployments.tsx';

export function SettingsTab() {
  return (
    <div class="columns language-playground">
      <ProjectSettings />
      <div class="stack">
        <PredictionAddress />
        <ExportProject />
        <RenameCopyDelete />
      </div>
    </div>
  );
}

function ProjectSettings() {
  const { client, family, name, metadata, save, reload } = useProject();
  const [description, setDescription] = useState(metadata.description ?? '');
  const [multilingual, setMultilingual] = useState(metadata.multilingual);
  const [confidenceThreshold, setThreshold] = useState(metadata.settings?.confidenceThreshold);
  const [learnFromQueries, setLearning] = useState(metadata.settings?.learnFromQueries ?? false);
  const json = {
    projectName: name,
    projectKind: metadata.projectKind,
    language: metadata.language,
    multilingual,
    description,
    settings: {
      ...(confidenceThreshold !== undefined && { confidenceThreshold }),
      ...(family.learningHint !== undefined && { learnFromQueries }),
    },
  };
  const isValid = confidenceThreshold === undefined || (confidenceThreshold >= 0 && confidenceThreshold <= 1);
  const isChanged =
    description !== (metadata.description ?? '') ||
    multilingual !== metadata.multilingual ||
    confidenceThreshold !== metadata.settings?.confidenceThreshold ||
    learnFromQueries !== (metadata.settings?.learnFromQueries ?? false);
  const write = useAction(
    async () => {
      if (!(await save())) return false;
      await client.patch(projectPath(family, name), json);
      reload();
    },
    { done: t('Settings saved') },
  );
  return (
    <Card title={t('Project')}>
      <div class="stack">
        <Form onSubmit={() => void (isChanged && isValid && write.run())}>
          <TextField label={t('Description')} value={description} onInput={setDescription} maxLength={4096} />
          <NumberField
            label={t('Confidence threshold')}
            value={confidenceThreshold}
            onInput={setThreshold}
            min={0}
            max={1}
            step={0.05}
            placeholder={t('Default')}
            hint={family.thresholdHint}
            error={isValid ? undefined : t('From 0 to 1.')}
          />
          <CheckField
            label={t('Multilingual')}
            value={multilingual}
            onInput={setMultilingual}
            hint={t('The language of a query is detected where a call names none.')}
          />
          {family.learningHint !== undefined && (
            <CheckField label={t('Learn from logged queries')} value={learnFromQueries} onInput={setLearning} hint={family.learningHint} />
          )}
          <div>
            <Button type="submit" kind="primary" busy={write.busy} disabled={!isChanged || !isValid} text={t('Save settings')} />
          </div>
        </Form>
        <Facts
          rows={[
            [t('Name'), <span title={t('Used in API calls.')}>{name}</span>],
            [t('Kind'), kindTitle(family, metadata.projectKind)],
            [t('Language'), metadata.language],
          ]}
        />
        <ApiCall call={{ method: 'PATCH', path: projectPath(family, name), json }} />
      </div>
    </Card>
  );
}

function PredictionAddress() {
  const { family } = useProject();
  const target = useConnect();
  const url = `${location.origin}${family.prediction}`;
  return (
    <Card title={t('Prediction URL')}>
      <div class="stack">
        <Copyable text={url} label={t('Copy prediction address')} />
        {target ? (
          <div>
            <ConnectButton target={target} />
          </div>
        ) : (
          <p class="soft">{t('Deploy a model to call it.')}</p>
        )}
      </div>
    </Card>
  );
}

function ExportProject() {
  const { client, family, name, save } = useProject();
  const download = useAction(async () => {
    if (!(await save())) return;
    const file = await exportAssets<object>(client, family, name);
    saveFile(new Blob([JSON.stringify(file, undefined, 2)], { type: 'application/json' }), `${name}.json`);
  });
  return (
    <Card title={t('Export')}>
      <div class="stack">
        <p class="soft">{t('All labels in the vendor’s format; can be re-imported here or there.')}</p>
        <div>
          <Button icon="download" does={download} text={t('Export project')} />
        </div>
        <ApiCall call={{ method: 'POST', path: projectPath(family, name, '/:export') }} />
      </div>
    </Card>
  );
}

/** A project under another name has the labels, not the models: clients name them by the project. */
function RenameCopyDelete() {
  const { client, family, name, save } = useProject();
  const { account } = useAccount();
  const [newName, setNewName] = useState('');
  const copyTo = async (to: string): Promise<boolean> => {
    if (!(await save())) return false;
    const file = await exportAssets<object>(client, family, name);
    const json = { ...file, metadata: { ...file.metadata, projectName: to } };
    // An existing project with this name is not changed.
    await runJob(client, { method: 'POST', path: projectPath(family, to, '/:import'), json, headers: { 'if-none-match': '*' } });
    return true;
  };
  const copy = useAction(async () => (await copyTo(newName)) && navigate(joinPath(family.page, newName)), { done: t('Project copied') });
  const rename = useAction(
    async () => {
      await confirmed({
        title: t('Rename {name} to {newName}?', { name, newName }),
        text: t('Its models and deployments are deleted: train and deploy it under its new name. Calls with the old name will fail.'),
        action: t('Rename'),
      });
      if (!(await copyTo(newName))) return false;
      await deleteAndLeave(() => removeProject({ client, account, family, name }), joinPath(family.page, newName));
    },
    { done: t('Project renamed') },
  );
  const remove = useAction(async () => {
    if (!(await confirmDeletion(name))) return;
    await deleteAndLeave(() => removeProject({ client, account, family, name }), joinPath(family.page));
  });
  const canUse = newName !== '' && newName !== name;
  return (
    <Card title={t('Rename, copy or delete')}>
      <Form onSubmit={() => void (canUse && copy.run())}>
        <TextField
          label={t('New name')}
          value={newName}
          onInput={setNewName}
          maxLength={100}
          hint={t('All labels are kept; train and deploy under the new name.')}
        />
        <div class="spread">
          <span class="row">
            <Button type="submit" needs="manage" icon="copy" busy={copy.busy} disabled={!canUse} text={t('Copy project')} />
            <Button needs="manage" does={rename} disabled={!canUse} text={t('Rename')} />
          </span>
          <Button kind="danger" needs="manage" icon="trash" does={remove} text={t('Delete project')} />
        </div>
      </Form>
    </Card>
  );
}
