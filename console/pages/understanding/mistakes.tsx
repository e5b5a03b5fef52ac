/** What an evaluation leads to: the most confident mistakes, and the accuracy of the versions as they grew. */
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { Chart } from '../../kit/chart.tsx';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card, Confidence, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { loadPages } from '../../shared/language/apps.ts';
import { appPath, versionPath, type VersionInfo } from './calls.ts';
import type { EvaluatedUtterance } from './content.ts';
import { useVersion, type VersionEvaluation } from './version.ts';

/** Utterances with a wrong intent, the most confident first: usually a wrong label, or two intents that mean the same. */
export function Mistakes({ utterances }: { utterances: readonly EvaluatedUtterance[] }) {
  const rows = useMemo(
    () => utterances.filter(({ intentLabel, predictedIntent }) => intentLabel !== predictedIntent).sort((a, b) => b.score - a.score),
    [utterances],
  );
  return (
    <Card title={t('Most confident mistakes')}>
      <Table
        label={t('Most confident mistakes')}
        rows={rows}
        height={300}
        keyOf={({ text }) => text}
        onOpen={({ text }) => setQuery({ tab: undefined, at: text }, { replace: false })}
        empty={<Empty icon="check" title={t('No mistakes')} text={t('Every intent was predicted as labeled.')} />}
        columns={[
          { title: t('Utterance'), width: 'minmax(180px, 3fr)', cell: ({ text }) => text },
          { title: t('Actual'), width: 'minmax(90px, 1fr)', cell: ({ intentLabel }) => intentLabel },
          { title: t('Predicted'), width: 'minmax(90px, 1fr)', cell: ({ predictedIntent }) => <Tag kind="danger">{predictedIntent}</Tag> },
          {
            title: t('Confidence'),
            width: '130px',
            cell: ({ text, score }) => <Confidence value={score} label={t('Confidence of {text}', { text })} />,
          },
        ]}
      />
    </Card>
  );
}

interface Point {
  version: string;
  utterances: number;
  accuracy: number;
}

/** Accuracy of each trained version against the number of its utterances; nothing until two versions were trained. */
export function VersionCurve() {
  const { client, app, info } = useVersion();
  const { value: points = [] } = useLoad(
    async (signal): Promise<Point[]> => {
      const versions = await loadPages<VersionInfo>(client, `${appPath(app.id)}/versions`, signal);
      const found = await Promise.all(
        versions
          .filter(({ lastTrainedDateTime }) => lastTrainedDateTime !== null)
          .map(async ({ version }): Promise<Point> => {
            const path = `${versionPath(app.id, version)}/evaluation`;
            const { accuracy, intents } = await client.get<VersionEvaluation>(path, { query: { take: 0 }, signal, quiet: true });
            return { version, accuracy: accuracy ?? 0, utterances: intents.reduce((sum, one) => sum + one.utterances, 0) };
          }),
      );
      return found.sort((a, b) => a.utterances - b.utterances);
    },
    [client, app.id, info.value?.lastTrainedDateTime],
  );
  const x = useMemo(() => points.map((_, i) => i), [points]);
  const series = useMemo(
    () => [{ label: t('intents correct'), values: points.map(({ accuracy }) => accuracy), kind: 'bars' as const }],
    [points],
  );
  if (points.length < 2) return null;
  const describe = ({ version, utterances }: Point): string =>
    t('{version}: {utterances}', { version, utterances: formatCount(utterances) });
  return (
    <Card title={t('Accuracy as the versions grew')}>
      <div class="stack">
        <p class="soft">{t('The cross-validation of each trained version, in the order of their number of utterances.')}</p>
        <Chart
          label={t('Intents correct by version and number of utterances: {points}', {
            points: points.map((point) => `${describe(point)}, ${formatPercent(point.accuracy, 1)}`).join('; '),
          })}
          x={x}
          series={series}
          range={[0, 1]}
          format={(value) => formatPercent(value)}
          formatX={(value) => (points[value] ? describe(points[value]) : '')}
        />
      </div>
    </Card>
  );
}
