/** Settings of a project: description, languages, confidence threshold; its export, copy and deletion, and how it is called. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { CheckField, Form, NumberField, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { ConnectButton } from '../../kit/next-steps.tsx';
import { Button, Card, Copyable, Facts } from '../../kit/parts.tsx';
import { joinPath, navigate } from '../../kit/router.tsx';
import { exportAssets, projectPath, runJob } from './calls.ts';
import { useProject } from './context.ts';
import { deleteProject } from './delete-project.ts';
import { kindTitle } from './family.ts';
import { useConnect } from './deployments.tsx';

export function SettingsTab() {
  return (
    <div class="columns language-playground">
      <ProjectSettings />
      <div class="stack">
        <PredictionAddress />
        <ExportProject />
        <CopyOrDelete />
      </div>
    </div>
  );
}

function ProjectSettings() {
  const { client, family, name, metadata, save, reload } = useProject();
  const [description, setDescription] = useState(metadata.description ?? '');
  const [multilingual, setMultilingual] = useState(metadata.multilingual);
  const [confidenceThreshold, setThreshold] = useState(metadata.settings?.confidenceThreshold);
  const json = {
    projectName: name,
    projectKind: metadata.projectKind,
    language: metadata.language,
    multilingual,
    description,
    ...(confidenceThreshold !== undefined && { settings: { confidenceThreshold } }),
  };
  const isValid = confidenceThreshold === undefined || (confidenceThreshold >= 0 && confidenceThreshold <= 1);
  const isChanged =
    description !== (metadata.description ?? '') ||
    multilingual !== metadata.multilingual ||
    confidenceThreshold !== metadata.settings?.confidenceThreshold;
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
          <div>
            <Button type="submit" kind="primary" busy={write.busy} disabled={!isChanged || !isValid} text={t('Save settings')} />
          </div>
        </Form>
        <Facts
          rows={[
            [t('Name'), <span title={t('Used in API calls; cannot be changed.')}>{name}</span>],
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
          <Button icon="download" busy={download.busy} onClick={() => void download.run()} text={t('Export project')} />
        </div>
        <ApiCall call={{ method: 'POST', path: projectPath(family, name, '/:export') }} />
      </div>
    </Card>
  );
}

/** A copy has the labels, not the models. */
function CopyOrDelete() {
  const { client, family, name, save } = useProject();
  const { account } = useAccount();
  const [copyName, setCopyName] = useState('');
  const copy = useAction(
    async () => {
      if (!(await save())) return false;
      const file = await exportAssets<object>(client, family, name);
      const json = { ...file, metadata: { ...file.metadata, projectName: copyName } };
      // An existing project with this name is not changed.
      await runJob(client, { method: 'POST', path: projectPath(family, copyName, '/:import'), json, headers: { 'if-none-match': '*' } });
      navigate(joinPath(family.page, copyName));
    },
    { done: t('Project copied') },
  );
  const remove = useAction(async () => (await deleteProject({ client, account, family, name })) && navigate(joinPath(family.page)));
  return (
    <Card title={t('Copy or delete')}>
      <Form onSubmit={() => void (copyName !== '' && copy.run())}>
        <TextField
          label={t('Name of the copy')}
          value={copyName}
          onInput={setCopyName}
          maxLength={100}
          hint={t('A copy has all labels; train and deploy it under its new name.')}
        />
        <div class="spread">
          <Button type="submit" needs="manage" icon="copy" busy={copy.busy} disabled={copyName === '' || copyName === name}>
            {t('Copy project')}
          </Button>
          <Button kind="danger" needs="manage" icon="trash" busy={remove.busy} onClick={() => void remove.run()}>
            {t('Delete project')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
