/** The projects of the account. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../kit/accounts.ts';
import { confirm } from '../kit/dialog.tsx';
import { formatTime } from '../kit/format.ts';
import { Button, ButtonLink, Card, Empty, PageHeader, Tag } from '../kit/parts.tsx';
import { Async } from '../kit/problem.tsx';
import { navigate, Link, joinPath } from '../kit/router.tsx';
import { SampleButton } from '../kit/sample.tsx';
import { Table } from '../kit/table.tsx';
import { useAction, useLoad } from '../kit/use.ts';
import { loadPages, runJob, projectPath, versioned } from './calls.ts';
import type { Metadata } from './calls.ts';
import { draftKey, deleteDraft } from './drafts.ts';
import { kindTitle } from './family.ts';
import type { ProjectFamily } from './family.ts';
import { NewProject } from './new-project.tsx';

export function ProjectList({ family }: { family: ProjectFamily }): JSX.Element {
  const { client, account } = useAccount();
  const [making, setMaking] = useState(false);
  const projects = useLoad((signal) => loadPages<Metadata>(client, versioned(`${family.base}/projects`), signal), [client]);
  const remove = useAction(async (name: string) => {
    if (!await confirm({ title: `Delete ${name}?`, text: 'All its content, models and deployments are deleted. Calls to it will fail.', action: 'Delete', typed: name })) return;
    await runJob(client, { method: 'DELETE', path: projectPath(family, name) });
    deleteDraft(draftKey(account.id, family.page, name));
    projects.reload();
  });
  return <>
    <PageHeader title={family.title} about={family.about} actions={<><ButtonLink icon="upload" to={`${joinPath(family.page)}?import=1`}>Import</ButtonLink><Button kind="primary" icon="add" onClick={() => setMaking(true)}>New project</Button></>} />
    <Card flush title="Projects"><Async of={projects}>{(rows) => <Table label="Projects" rows={rows} keyOf={({ projectName }) => projectName} onOpen={({ projectName }) => navigate(joinPath(family.page, projectName))}
      empty={<Empty icon={family.page} title="No projects yet" actions={<SampleButton load={family.sample} onMade={navigate} />}>{family.invitation}</Empty>} columns={[
        { title: 'Name', width: 'minmax(110px, 2fr)', cell: ({ projectName }) => <Link to={joinPath(family.page, projectName)}>{projectName}</Link> }, { title: 'Kind', width: 'minmax(110px, 2fr)', cell: ({ projectKind }) => kindTitle(family, projectKind) }, { title: 'Language', width: '80px', cell: ({ language }) => language },
        { title: 'Status', width: 'minmax(90px, 1fr)', cell: ({ lastTrainedDateTime, lastDeployedDateTime }) => lastDeployedDateTime !== undefined ? <Tag kind="good">deployed</Tag> : lastTrainedDateTime !== undefined ? <Tag kind="info">trained</Tag> : <Tag>not trained</Tag> },
        { title: 'Changed', width: '150px', cell: ({ lastModifiedDateTime }) => formatTime(lastModifiedDateTime) },
        { title: '', width: '32px', cell: ({ projectName }) => <Button kind="quiet" icon="trash" label={`Delete ${projectName}`} onClick={() => void remove.run(projectName)} /> },
      ]} />}</Async></Card>
    {making && <NewProject family={family} onClose={() => setMaking(false)} />}
  </>;
}
