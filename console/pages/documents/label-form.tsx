/** One form of a training set to be labelled: it is read where it was not, and opened with the labels that it has. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { ButtonLink, Empty, PageHead } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { path } from '../../kit/router.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { getFile, getJson } from './calls.ts';
import { formPages } from './labels.ts';
import type { Layout } from './labels.ts';
import { readLabels } from './label-file.ts';
import type { SavedLabels } from './label-file.ts';
import { Labeller } from './labeller.tsx';
import { LAYOUT } from './file-names.ts';
import { layOut, openSet } from './training-set.ts';

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
  const again = useAction(async () => {
    const { forms, fields } = await openSet(client, setId);
    if (opened.value) opened.put({ ...opened.value, forms, fields });
  });
  const toSet = <ButtonLink kind="primary" to={path('documents', 'sets', setId)}>The set</ButtonLink>;
  const isClosed = opened.error !== undefined && opened.value === undefined;
  return <>
    {isClosed && <PageHead title={name} about="This form cannot be opened. If it cannot be read, delete it in the set, or put a better one in its place." actions={toSet} />}
    <Show of={opened} what="Opening the form; one that was not read yet is read first">{({ forms, fields, pages, saved }) => {
      if (!pages) return <><PageHead title={name} /><Empty icon="documents" title="There is no such form" actions={toSet}>It may have been deleted.</Empty></>;
      if (pages.some(({ width }) => width === 0)) return <><PageHead title={name} /><Empty icon="documents" title="It has no pages to label" actions={toSet}>Office files and HTML teach classifiers, which need no labels. For a model, print it as a PDF.</Empty></>;
      return <Labeller setId={setId} name={name} forms={forms} fields={fields} pages={pages} first={saved} onFields={() => void again.run()} />;
    }}</Show>
  </>;
}
