/** The projects of the account. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, ButtonLink, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, Link, navigate } from '../../kit/router.tsx';
import { loadPages, projectPath, versioned, type Metadata } from './calls.ts';
import { kindTitle, type ProjectFamily } from './family.ts';
import { confirmDeletion, removeProject } from './delete-project.ts';

export function ProjectList({ family }: { family: ProjectFamily }) {
  const { client, account } = useAccount();
  const [isCreating, setCreating] = useState(false);
  const projects = useLoad((signal) => loadPages<Metadata>(client, versioned(`${family.base}/projects`), signal), [client]);
  const remove = useAction(async (name: string) => {
    if (!(await confirmDeletion(name))) return;
    await removeProject({ client, account, family, name });
    projects.reload();
  });
  return (
    <>
      <PageHeader
        title={family.title}
        about={family.about}
        actions={
          <>
            {family.more && <ButtonLink to={family.more.to}>{family.more.title}</ButtonLink>}
            <ButtonLink icon="upload" to={`${joinPath(family.page)}?import=1`} text={t('Import')} />
            <Button kind="primary" icon="add" onClick={() => setCreating(true)} text={t('New project')} />
          </>
        }
      />
      <ListCard
        title={t('Projects')}
        of={projects}
        keyOf={({ projectName }) => projectName}
        onOpen={({ projectName }) => navigate(joinPath(family.page, projectName))}
        empty={
          <Empty
            icon={family.page}
            title={t('No projects yet')}
            actions={<ButtonLink icon="sample" to={`/?task=${family.page}`} text={t('Try the sample')} />}
          >
            {family.invitation}
          </Empty>
        }
        columns={[
          {
            title: t('Name'),
            width: 'minmax(110px, 2fr)',
            cell: ({ projectName }) => <Link to={joinPath(family.page, projectName)}>{projectName}</Link>,
          },
          { title: t('Kind'), width: 'minmax(110px, 2fr)', cell: ({ projectKind }) => kindTitle(family, projectKind) },
          { title: t('Language'), width: '80px', cell: ({ language }) => language },
          {
            title: t('Status'),
            width: 'minmax(90px, 1fr)',
            cell: ({ lastTrainedDateTime, lastDeployedDateTime }) =>
              lastDeployedDateTime !== undefined ? (
                <Tag kind="good">{t('deployed')}</Tag>
              ) : lastTrainedDateTime !== undefined ? (
                <Tag kind="info">{t('trained')}</Tag>
              ) : (
                <Tag>{t('not trained')}</Tag>
              ),
          },
          { title: t('Changed'), width: '150px', cell: ({ lastModifiedDateTime }) => formatTime(lastModifiedDateTime) },
          {
            title: '',
            width: '32px',
            cell: ({ projectName }) => (
              <Button
                needs="manage"
                kind="quiet"
                icon="trash"
                label={t('Delete {projectName}', { projectName })}
                onClick={() => void remove.run(projectName)}
              />
            ),
          },
        ]}
      />
      {isCreating && <NewProject family={family} onClose={() => setCreating(false)} />}
    </>
  );
}

interface Language {
  languageName: string;
  languageCode: string;
}

/** Creates a project. */
function NewProject({ family, onClose }: { family: ProjectFamily; onClose: () => void }) {
  const { client } = useAccount();
  const [projectName, setName] = useState('');
  const [projectKind, setKind] = useState(family.kinds[0]!.value);
  const [language, setLanguage] = useState('en');
  const [multilingual, setMultilingual] = useState(false);
  const [description, setDescription] = useState('');
  const languages = useLoad(
    (signal) => loadPages<Language>(client, versioned(`${family.base}/projects/global/languages`, { projectKind }), signal),
    [client, projectKind],
  );
  const json = { projectName, projectKind, language, multilingual, description };
  // An existing project with this name is not changed.
  const call = { method: 'PATCH', path: projectPath(family, projectName), json, headers: { 'if-none-match': '*' } } as const;
  const create = useAction(
    async () => {
      await client.patch(call.path, json, { headers: call.headers });
      onClose();
      navigate(joinPath(family.page, projectName));
    },
    { done: t('Project created') },
  );
  return (
    <FormDialog title={t('New project')} onClose={onClose} action={t('Create')} submit={create} may={projectName !== ''}>
      <TextField label={t('Name')} required autoFocus maxLength={100} value={projectName} onInput={setName} />
      {family.kinds.length > 1 && <SelectField label={t('Kind')} value={projectKind} onInput={setKind} options={family.kinds} />}
      <SelectField
        label={t('Language')}
        value={language}
        onInput={setLanguage}
        options={sortLanguages(languages.value ?? []).map((one) => ({
          value: one.languageCode,
          label: `${one.languageName} (${one.languageCode})`,
        }))}
        hint={family.words.ownLanguage}
      />
      <CheckField
        label={t('Multilingual')}
        value={multilingual}
        onInput={setMultilingual}
        hint={t('The language of a query is detected where a call names none.')}
      />
      <TextField label={t('Description')} value={description} onInput={setDescription} />
    </FormDialog>
  );
}

/** By name, each once: some have two codes. */
function sortLanguages(languages: readonly Language[]): Language[] {
  const byName = new Map([...languages].reverse().map((one) => [one.languageName, one]));
  return [...byName.values()].sort((one, other) => one.languageName.localeCompare(other.languageName));
}
