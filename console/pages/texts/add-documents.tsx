/** Adds documents in a dialog: one typed in, many lines with their classes or labels, or text files. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { CheckField, Form, SelectField, TextArea } from '../../kit/form.tsx';
import { formatCount, plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { useProject } from '../../shared/projects/context.ts';
import { addDocuments, addLabeled, categoryNames, isExtraction, MAX_CHARACTERS, type Assets, type TextDocument } from './assets.ts';
import { readDocuments } from './batch-documents.ts';
import { readTextFiles, type RejectedFile, type TextFile } from './text-files.ts';

export interface AddDocumentsProps {
  /** Selected in the list. */ category: string;
  onAdded: (documents: readonly TextDocument[]) => void;
  onClose: () => void;
}

export function AddDocuments({ category: listed, onAdded, onClose }: AddDocumentsProps) {
  const { assets, edit } = useProject<Assets>();
  const [text, setText] = useState('');
  const [isTable, setTable] = useState(false);
  const [picked, setPicked] = useState<string>();
  const [error, setError] = useState<string>();
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const names = categoryNames(assets);
  const isEntityProject = isExtraction(assets);
  const requested = picked ?? listed;
  const category = isEntityProject || !names.includes(requested) ? undefined : requested;
  const finish = (next: Assets, bad: readonly RejectedFile[] = []): void => {
    const added = next.documents.slice(assets.documents.length);
    if (added.length > 0) {
      edit(next);
      toast(t('{documents} added', { documents: plural(added.length, 'document') }));
      onAdded(added);
    }
    setRejected(bad);
    if (bad.length === 0) onClose();
  };
  const add = (given: readonly TextFile[], bad?: readonly RejectedFile[]): void => finish(addDocuments(assets, given, category), bad);
  const write = (): void => {
    if (text.trim() === '') return;
    if (!isTable) return add([{ location: `document-${assets.documents.length + 1}`, text }]);
    try {
      finish(addLabeled(assets, readDocuments(text, assets.projectKind)));
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  const drop = useAction(async (files: readonly File[]) => {
    const { read, rejected: bad } = await readTextFiles(files);
    add(read, bad);
  });
  return (
    <Dialog title={t('Add documents')} onClose={onClose} wide>
      <Form class="" onSubmit={write}>
        <TextArea
          label={isTable ? t('Documents, one per line') : t('Text of new document')}
          rows={8}
          autoFocus
          value={text}
          onInput={(next) => {
            setText(next);
            setError(undefined);
          }}
          onEnter={write}
          placeholder={t('The parcel has not arrived yet.')}
          error={error}
        />
        <CheckField
          label={t('One document per line, labeled')}
          value={isTable}
          onInput={setTable}
          hint={
            isEntityProject
              ? t('Entities inline, as {example}.', { example: 'My name is {Person=Ada}' })
              : t('Two columns, as copied from a spreadsheet: class and text.')
          }
        />
        {!isEntityProject && !isTable && (
          <SelectField
            label={t('Class of new documents')}
            value={category ?? ''}
            options={[{ value: '', label: t('No class yet') }, ...names]}
            onInput={setPicked}
          />
        )}
        <FileDrop
          many
          label={t('Or drop text files here')}
          accept=".txt,.md,text/plain"
          hint={t('UTF-8 text, at most {count} characters each.', { count: formatCount(MAX_CHARACTERS) })}
          onFiles={(files) => void drop.run(files)}
        />
        {rejected.length > 0 && (
          <div class="problem" role="alert">
            <h3>{t('{files} not added', { files: plural(rejected.length, 'file') })}</h3>
            <ul>
              {rejected.map(({ name, why }) => (
                <li>
                  <strong>{name}</strong>: {why}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{rejected.length > 0 ? t('Close') : t('Cancel')}</Button>
          <Button type="submit" kind="primary" keys="Control+Enter" disabled={text.trim() === ''} text={t('Add')} />
        </div>
      </Form>
    </Dialog>
  );
}
