/** Compares two states of the project: what a model was trained on, and another model or the current draft. */
import type { JSX } from 'preact';
import { findDifferences } from '../kit/differences.ts';
import { SelectField } from '../kit/form.tsx';
import { plural } from '../kit/format.ts';
import { Card, Empty, Tag } from '../kit/parts.tsx';
import { Async } from '../kit/problem.tsx';
import { setQuery, useRoute } from '../kit/router.tsx';
import { Table } from '../kit/table.tsx';
import { useLoad } from '../kit/use.ts';
import { exportAssets } from './calls.ts';
import { useProject } from './context.ts';

/** Stands for the current draft, saved or not. */
const DRAFT = ':now';
const KINDS = { added: 'good', removed: 'danger', changed: 'warn' } as const;

export function CompareModels(): JSX.Element {
  const { client, family, name, assets, models } = useProject();
  const { query } = useRoute();
  const labels = (models.value ?? []).map(({ label }) => label);
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? DRAFT;
  const sides = [...labels, { value: DRAFT, label: 'Current draft' }];
  const found = useLoad(async (signal) => {
    if (from === '') return undefined;
    const side = async (label: string): Promise<object> => label === DRAFT ? assets : (await exportAssets<object>(client, family, name, { label, signal })).assets;
    return findDifferences(family.items(await side(from)), family.items(await side(to)));
  }, [client, name, from, to, assets]);
  return <Card title="Compare"><div class="stack tight">
    <div class="columns projects-pair">
      <SelectField label="Before" value={from} onInput={(next) => setQuery({ from: next })} options={[{ value: '', label: 'Select a model' }, ...sides]} />
      <SelectField label="After" value={to} onInput={(next) => setQuery({ to: next === DRAFT ? undefined : next })} options={sides} />
    </div>
    {from !== '' && <Async of={found}>{(rows) => rows === undefined ? null : <>
      <p class="soft" role="status">{rows.length === 0 ? 'No differences.' : plural(rows.length, 'difference')}</p>
      {rows.length > 0 && <Table label="Differences" rows={rows} height={360} keyOf={({ sort, name: own, change }) => `${change} ${sort} ${own}`} empty={<Empty title="No differences" />} columns={[
        { title: 'Change', width: '90px', cell: ({ change }) => <Tag kind={KINDS[change]}>{change}</Tag> }, { title: 'Kind', width: '100px', cell: ({ sort }) => sort }, { title: 'Item', cell: ({ name: own }) => own },
      ]} />}
    </>}</Async>}
  </div></Card>;
}
