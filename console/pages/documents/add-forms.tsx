/** Adds forms to a training set, with the files that a labeling tool wrote beside them. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { showFailure, toast } from '../../kit/toast.tsx';
import { filePath, putFile, versioned } from './calls.ts';
import { FORM_SUFFIXES, LAYOUT, replacedFiles, sortDropped } from './training-files.ts';
import { analyzeLayout } from './training-set.ts';

const MAX_LISTED = 3;

/** `existing` are the files of the set. */
export function AddForms({ setId, existing, onChanged }: { setId: string; existing: ReadonlySet<string>; onChanged: () => void }) {
  const { account, client } = useAccount();
  const [progress, setProgress] = useState('');
  /** A file that fails does not stop the others; resolves to those that failed. */
  const each = async (doing: string, files: readonly File[], act: (file: File) => Promise<unknown>): Promise<File[]> => {
    const done: File[] = [];
    for (const [n, file] of files.entries()) {
      setProgress(`${doing} ${n + 1} of ${files.length}: ${file.name}`);
      await act(file).then(
        () => done.push(file),
        (error: unknown) => showFailure(error, file.name),
      );
    }
    return done;
  };
  const add = useAction(async (files: File[]) => {
    const { forms, beside, refused } = sortDropped(files);
    for (const why of refused) toast(why, { kind: 'danger' });
    const existingFiles = [...beside, ...forms].filter(({ name }) => existing.has(name));
    const names = existingFiles.map(({ name }) => name);
    const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
    const listed = names.slice(0, MAX_LISTED).join(', ') + more;
    const replaces =
      existingFiles.length > 0 &&
      (await confirm({
        title: t('Replace {count}?', { count: plural(existingFiles.length, 'file') }),
        action: t('Replace'),
        text: t(
          'Already in the set: {listed}. Replacing a form deletes its labels, unless you drop new ones with it. Otherwise only new files are added.',
          { listed },
        ),
      }));
    const sent = await each(
      'Uploading',
      [...beside, ...forms].filter((file) => replaces || !existingFiles.includes(file)),
      (file) => putFile(client, setId, file.name, file),
    );
    for (const name of replaces
      ? replacedFiles(
          existingFiles.filter((file) => sent.includes(file)),
          existing,
          sent,
        )
      : [])
      await client.delete(versioned(filePath(setId, name)));
    onChanged();
    await each(
      'Analyzing',
      forms.filter((file) => sent.includes(file) && !sent.some(({ name }) => name === file.name + LAYOUT)),
      (file) => analyzeLayout(client, account, setId, file.name, file),
    );
    onChanged();
  });
  return (
    <>
      {add.busy ? (
        <div class="progress" role="status">
          <span class="row">
            <span class="spinner" />
            {progress}
          </span>
        </div>
      ) : (
        <FileDrop
          many
          label={t('Drop forms here, or browse')}
          accept={FORM_SUFFIXES}
          hint={t(
            'PDF or images; for classifiers also office files. Labels, layouts and fields.json of a labeling tool can be added with them.',
          )}
          onFiles={(files) => void add.run(files)}
        />
      )}
      <ApiCall
        call={{
          method: 'PUT',
          path: versioned(filePath(setId, 'form-1.pdf')),
          file: new File([], 'form-1.pdf', { type: 'application/octet-stream' }),
        }}
      />
    </>
  );
}
