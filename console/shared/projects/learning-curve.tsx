/**
 * How much more labels would help: models are trained on growing shares of the project and each is tested on the rest. The models are
 * temporary; ordinary trainings are used, one after the other.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ProgressBar } from '../../kit/async.tsx';
import { Chart } from '../../kit/chart.tsx';
import { formatPercent } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { CURVE_PREFIX, loadPages, projectPath, runJob, type Model } from './calls.ts';
import { useProject } from './context.ts';
import type { Section } from './evaluation.ts';

const SHARES = [20, 40, 60, 80];

interface Point {
  share: number;
  sections: readonly Pick<Section, 'title' | 'microF1'>[];
}

export function LearningCurve<S>({ read }: { read: (summary: S) => readonly Section[] }) {
  const { client, family, name, save } = useProject();
  const [points, setPoints] = useState<readonly Point[]>([]);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const part = (label: string, rest = ''): string => projectPath(family, name, `/models/${encodeURIComponent(label)}${rest}`);
  const measure = useAction(async () => {
    if (!(await save())) return;
    const controller = new AbortController();
    stop.current = controller;
    setPoints([]);
    // Left over if the page was closed.
    for (const { label } of await loadPages<Model>(client, projectPath(family, name, '/models')))
      if (label.startsWith(CURVE_PREFIX)) await client.delete(part(label));
    for (const share of SHARES) {
      const label = `${CURVE_PREFIX}${share}`;
      await runJob(
        client,
        {
          method: 'POST',
          path: projectPath(family, name, '/:train'),
          json: {
            modelLabel: label,
            evaluationOptions: { kind: 'percentage', trainingSplitPercentage: share, testingSplitPercentage: 100 - share },
          },
        },
        controller.signal,
      );
      const sections = read(await client.get<S>(part(label, '/evaluation/summary-result'), { quiet: true }));
      await client.delete(part(label), { quiet: true });
      setPoints((before) => [...before, { share, sections }]);
    }
  });
  const series = useMemo(
    () =>
      (points[0]?.sections ?? []).map(({ title }, i) => ({
        label: t('{title}: micro F1', { title }),
        values: points.map(({ sections }) => sections[i]?.microF1 ?? null),
        points: true,
      })),
    [points],
  );
  const x = useMemo(() => points.map(({ share }) => share), [points]);
  return (
    <Card
      title={t('Learning curve')}
      actions={
        <Button needs="label" icon="play" does={measure} text={points.length > 0 && !measure.busy ? t('Measure again') : t('Measure')} />
      }
    >
      <div class="stack">
        <p class="soft">
          {t('Trains on 20, 40, 60 and 80 % of the labels and tests each model on the rest.')}{' '}
          {t('If the curve still rises, more labels help.')} {t('It takes four trainings; the models are deleted afterward.')}
        </p>
        {measure.busy && <ProgressBar progress={points.length / SHARES.length} label={t('Learning curve')} />}
        {points.length > 0 && (
          <>
            <Chart
              label={t('F1 by training share: {points}', {
                points: points.map(({ share, sections: [first] }) => `${share} %: ${formatPercent(first?.microF1 ?? 0, 1)}`).join(', '),
              })}
              x={x}
              series={series}
              range={[0, 1]}
              format={(value) => formatPercent(value)}
              formatX={(value) => `${value} %`}
            />
            <ul class="row wide" aria-label={t('Points of the curve')}>
              {points.map(({ share, sections }) => (
                <li>
                  {share} %: <strong>{sections.map(({ microF1 }) => formatPercent(microF1, 1)).join(' · ')}</strong>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}
