/** One form of a training set to be labelled: it is read where it was not, and opened with the labels that it has. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { ButtonLink, Empty, PageHead } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { path } from '../../kit/router.tsx';
import { useLoad } from '../../kit/use.ts';
import { getFile, getJson } from './calls.ts';
import { formPages } from './labels.ts';
import type { Layout } from './labels.ts';
import { readLabels } from './label-file.ts';
import type { SavedLabels } from './label-file.ts';
import { Labeller } from './labeller.tsx';
import { LAYOUT, layOut, openSet } from './training-set.ts';

export function LabelForm({ setId, name }: { setId: string; name: string }): JSX.Element {
  const { account, client } = useAccount();
  const opened = useLoad(async (signal) => {
    const { forms, fields } = await openSet(client, setId, signal);
    const form = forms.find((one) => one.name === name);
    if (!form) return { forms, fields };
    const layout = form.laidOut ? await getJson<Layout>(client, setId, name + LAYOUT, signal) : await layOut(client, account, setId, name, await getFile(client, setId, name, signal), signal);
    const saved: SavedLabels = form.labelled ? await readLabels(client, setId, name, signal) : { labels: [] };
    return { forms, fields, pages: formPages(layout), saved };
  }, [client, setId, name]);
  return <Show of={opened} what="Opening the form; one that was not read yet is read first">{({ forms, fields, pages, saved }) => pages
    ? <Labeller setId={setId} name={name} forms={forms} fields={fields} pages={pages} first={saved} />
    : <><PageHead title={name} /><Empty icon="documents" title="There is no such form" actions={<ButtonLink to={path('documents', 'sets', setId)}>The set</ButtonLink>}>It may have been deleted.</Empty></>}</Show>;
}
