/** The report of `perennial compare`: where this server answers in another way than the resource it replaces. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Code, Confidence, Empty, Figure, PageHeader } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';

type Count = { total: number; same: number; added?: number };

interface Difference {
  question: string;
  /** `intent`, `answer`, or the name of an entity or field. */
  what: string;
  before?: string;
  now?: string;
}

interface Report {
  questions: Count;
  intents: Record<string, Count>;
  parts: Record<string, Count>;
  differences: Difference[];
}

const COMMAND = `npx perennial compare --from log.csv --app ID --json > report.json
npx perennial compare --from answers.jsonl --project NAME --json > report.json
npx perennial compare --from results --model prebuilt-invoice --json > report.json`;

export default function Migration() {
  const [report, setReport] = useState<Report>();
  const read = useAction(async (file: File) => setReport(parseReport(await file.text())));
  return (
    <>
      <PageHeader
        title={t('Compare the answers')}
        about={t('What your Azure resource answered, beside what this server answers to the same queries and documents.')}
        actions={report && <Button icon="upload" onClick={() => setReport(undefined)} text={t('Another report')} />}
      />
      {report ? (
        <ReportView report={report} />
      ) : (
        <Card>
          <div class="stack">
            <p>{t('Run one of these on the log of an app, on stored answers, or on a folder of documents with their results.')}</p>
            <Code label={t('Command')} text={COMMAND} />
            <FileDrop needs="view" label={t('Drop the report here, or browse')} accept=".json" onFiles={([file]) => void read.run(file!)} />
          </div>
        </Card>
      )}
    </>
  );
}

function parseReport(text: string): Report {
  try {
    const { questions, intents, parts, differences } = JSON.parse(text) as Report;
    if (typeof questions.total === 'number' && Array.isArray(differences)) return { questions, intents, parts, differences };
  } catch {
    // The failure below names the remedy.
  }
  throw new Error(t('This is not a report of perennial compare. Write it with --json.'));
}

function ReportView({ report: { questions, intents, parts, differences } }: { report: Report }) {
  const [of, setOf] = useState<string>();
  const shown = differences.filter(({ what, before }) => of === undefined || what.replace(/\[\d+\]/g, '[]') === of || before === of);
  return (
    <>
      <Card title={t('Answered alike')}>
        <div class="figures">
          <Figure
            value={questions.total === 0 ? '–' : formatPercent(questions.same / questions.total)}
            label={t('{same} of {total} answers', { same: formatCount(questions.same), total: formatCount(questions.total) })}
          />
          <Figure value={formatCount(differences.length)} label={t('differences')} />
        </div>
      </Card>
      <div class="columns">
        <Counts title={t('Intents')} counts={intents} onOpen={setOf} />
        <Counts title={t('Entities and fields')} counts={parts} onOpen={setOf} />
      </div>
      <Card
        flush
        title={of === undefined ? t('Differences') : t('Differences: {name}', { name: of })}
        actions={of !== undefined && <Button kind="quiet" icon="close" onClick={() => setOf(undefined)} text={t('Show all')} />}
      >
        <Table
          label={t('Differences')}
          rows={shown}
          keyOf={(one) => differences.indexOf(one)}
          empty={<Empty icon="check" title={t('No differences')} text={t('This server answers as your Azure resource did.')} />}
          columns={[
            {
              title: t('Query or document'),
              width: 'minmax(140px, 3fr)',
              cell: ({ question }) => <span title={question}>{question}</span>,
            },
            { title: t('What'), width: 'minmax(80px, 1fr)', cell: ({ what }) => what },
            { title: t('Before'), width: 'minmax(80px, 2fr)', cell: ({ before }) => <span title={before}>{before ?? '–'}</span> },
            { title: t('Now'), width: 'minmax(80px, 2fr)', cell: ({ now }) => <span title={now}>{now ?? '–'}</span> },
          ]}
        />
      </Card>
    </>
  );
}

/** The worst first; a row shows its differences. */
function Counts({ title, counts, onOpen }: { title: string; counts: Record<string, Count>; onOpen: (name: string) => void }) {
  const rows = Object.entries(counts).map(([name, count]) => ({ name, ...count, share: count.total === 0 ? 0 : count.same / count.total }));
  if (rows.length === 0) return null;
  return (
    <Card flush title={title}>
      <Table
        label={title}
        rows={rows.sort((a, b) => a.share - b.share || b.total - a.total)}
        height={320}
        keyOf={({ name }) => name}
        onOpen={({ name }) => onOpen(name)}
        columns={[
          { title: t('Name'), width: 'minmax(110px, 2fr)', cell: ({ name }) => <span title={name}>{name}</span> },
          { title: t('Alike'), width: '90px', number: true, cell: ({ same, total }) => t('{same} of {total}', { same, total }) },
          {
            title: '%',
            width: 'minmax(70px, 1fr)',
            cell: ({ name, share }) => <Confidence value={share} label={t('Alike: {name}', { name })} />,
          },
          { title: t('Added'), width: '60px', number: true, cell: ({ added = 0 }) => formatCount(added) },
        ]}
      />
    </Card>
  );
}
