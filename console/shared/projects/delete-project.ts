/** Deletes a project, once it is confirmed. */
import { t } from '../../i18n/messages.ts';
import type { Account } from '../../kit/accounts.ts';
import type { Client } from '../../kit/api.ts';
import { confirm } from '../../kit/dialog.tsx';
import { deleteDraft } from '../../kit/drafts.ts';
import { forgetVisit } from '../../kit/visits.ts';
import { joinPath } from '../../kit/router.tsx';
import { projectPath, runJob } from './calls.ts';
import type { ProjectFamily } from './family.ts';
import { draftKey } from './use-draft.ts';

interface Deleted {
  client: Client;
  account: Account;
  family: ProjectFamily;
  name: string;
}

export async function confirmDeletion(name: string): Promise<boolean> {
  return await confirm({
    title: t('Delete {name}?', { name }),
    text: t('All its content, models and deployments are deleted. Calls to it will fail.'),
    action: t('Delete'),
    typed: name,
  });
}

/** With what this browser keeps of it. */
export async function removeProject({ client, account, family, name }: Deleted): Promise<void> {
  await runJob(client, { method: 'DELETE', path: projectPath(family, name) });
  deleteDraft(draftKey(account.id, family.page, name));
  forgetVisit(joinPath(family.page, name));
}
