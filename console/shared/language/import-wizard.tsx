/** Imports a project from a file: it is checked first, and losses are shown before anything is written. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { Problem } from '../../kit/async.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Form } from '../../kit/form.tsx';
import { formatBytes, formatCount, plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Facts, Loading, Tag } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';

export interface Loss {
  what: string;
  name: string;
  details: string;
}
export interface ImportReport {
  /** What it brings: "Intents", 12. */ counts: readonly (readonly [name: string, value: number])[];
  /** Further notes. */ facts: readonly (readonly [name: string, value: string])[];
  losses: readonly Loss[];
}

export interface ImportWizardProps {
  /** Accepted files, as in `<input accept>`. */
  accept: string;
  hint: string;
  /** Checks the file; throws why it cannot be imported. */
  check: (file: File) => Promise<ImportReport>;
  /** The fields of the target, given the report. */
  children: (report: ImportReport) => ComponentChildren;
  /** Whether those fields are valid. */
  ready: boolean;
  /** Runs the import. */
  write: (file: File) => Promise<void>;
  /** Another way to get the file. */
  other?: (onFile: (file: File) => void) => ComponentChildren;
}

export function ImportWizard({ accept, hint, check, children, ready, write, other }: ImportWizardProps) {
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [error, setError] = useState<Error>();
  const checkFile = async (selectedFile: File): Promise<void> => {
    setFile(selectedFile);
    setReport(undefined);
    setError(undefined);
    try {
      setReport(await check(selectedFile));
    } catch (failure) {
      setError(failure as Error);
    }
  };
  const runImport = useAction(async () => await write(file!));
  return (
    <div class="stack">
      <FileDrop
        needs="view"
        label={t('Drop a file here')}
        accept={accept}
        hint={hint}
        onFiles={([selectedFile]) => void checkFile(selectedFile!)}
      />
      {other?.((fetched) => void checkFile(fetched))}
      {file && (
        <p>
          <strong>{file.name}</strong> <span class="soft">{formatBytes(file.size)}</span>
        </p>
      )}
      {file && !report && !error && <Loading what={t('Checking the file')} />}
      {error && (
        <>
          <Problem error={error} />
          <p class="soft">{t('Nothing was imported.')}</p>
        </>
      )}
      {report && (
        <Form onSubmit={() => void (ready && runImport.run())}>
          <div class="columns">
            <Facts rows={report.facts} />
            <Facts rows={report.counts.map(([name, value]) => [name, formatCount(value)] as const)} />
          </div>
          {report.losses.length === 0 ? (
            <p>
              <Tag kind="good">{t('Imports completely')}</Tag> <span class="soft">{t('Nothing will be lost.')}</span>
            </p>
          ) : (
            <>
              <p class="note warn" role="status">
                {t('{items} will change on import', { items: plural(report.losses.length, 'item') })}
              </p>
              <Table
                label={t('Changes on import')}
                rows={report.losses}
                height={260}
                keyOf={({ what, name }) => `${what} ${name}`}
                columns={[
                  { title: t('Item'), width: '120px', cell: ({ what }) => what },
                  { title: t('Name'), width: 'minmax(120px, 1fr)', cell: ({ name }) => name },
                  { title: t('Change'), width: 'minmax(240px, 3fr)', cell: ({ details }) => details },
                ]}
              />
            </>
          )}
          {children(report)}
          <div>
            <Button type="submit" kind="primary" icon="upload" busy={runImport.busy} disabled={!ready} text={t('Import')} />
          </div>
        </Form>
      )}
    </div>
  );
}
