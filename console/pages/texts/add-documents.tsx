/** Adds documents: typed in, or text files. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Form, SelectField, TextArea } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { useAction } from '../../kit/use.ts';
import { useProject } from '../../projects/context.ts';
import { categoryNames, isExtraction, MAX_CHARACTERS, addDocuments } from './assets.ts';
import type { Assets } from './assets.ts';
import { useFilter } from './filter.ts';

export function AddDocuments(): JSX.Element {
  const { assets, edit } = useProject<Assets>();
  const filter = useFilter();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<string>();
  const names = categoryNames(assets);
  const finds = isExtraction(assets);
  const wanted = picked ?? filter.category;
  const category = finds || !names.includes(wanted) ? undefined : wanted;
  const add = (given: readonly { location: string; text: string }[]): void => {
    const next = addDocuments(assets, given, category);
    edit(next);
    toast(`${plural(given.length, 'document')} added`);
    if (given.length === 1 && category === undefined) setQuery({ at: next.documents.at(-1)!.location });
  };
  const write = (): void => {
    if (text.trim() === '') return;
    add([{ location: `document-${assets.documents.length + 1}`, text }]);
    setText('');
  };
  const drop = useAction(async (files: readonly File[]) => {
    const read = await Promise.all(files.map(async (file) => ({ location: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) })));
    const long = read.find((one) => one.text.length > MAX_CHARACTERS);
    if (long) throw new Error(`${long.location} has more than ${MAX_CHARACTERS} characters. Split it into several documents.`);
    add(read);
  });
  return <Card title="Add documents"><Form class="stack tight" onSubmit={write}>
    <TextArea label="Text of new document" rows={4} value={text} onInput={setText} placeholder="The parcel has not arrived yet." />
    <div class="row">{!finds && <SelectField bare label="Class of new documents" value={category ?? ''} options={[{ value: '', label: 'No class yet' }, ...names]} onInput={setPicked} />}<Button type="submit" kind="primary" icon="add" disabled={text.trim() === ''}>Add</Button></div>
    <FileDrop many label="Or drop text files here" accept=".txt,.md,text/plain" hint="UTF-8 text, at most 125,000 characters each." onFiles={(files) => void drop.run(files)} />
  </Form></Card>;
}
