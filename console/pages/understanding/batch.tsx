/** Batch test of the app; nothing is logged. */
import type { JSX } from 'preact';
import { ApiCall } from '../../kit/call-behind.tsx';
import { SelectField } from '../../kit/form.tsx';
import { Empty } from '../../kit/parts.tsx';
import { BatchTest } from '../../language/batch-test.tsx';
import type { Explained } from './calls.ts';
import { useEndpoints } from './places.ts';
import { useVersion } from './version.ts';

export function BatchTab(): JSX.Element {
  const { client, entities } = useVersion();
  const asked = useEndpoints();
  if (!asked) return <Empty icon="play" title="Not trained yet">Train the version first, then test it with unseen utterances.</Empty>;
  const { places, place, path, choose } = asked;
  return <BatchTest key={path} entities={entities} ask={async (text, signal) => {
    const { intents, entities: found } = await client.post<Explained>(`${path}/explain`, { query: text }, { signal, quiet: true });
    return { intent: intents[0]?.intent ?? 'None', entities: found.filter(({ within }) => within === undefined).map(({ entity, startIndex, length }) => ({ entity, start: startIndex, end: startIndex + length })) };
  }}>
    <><SelectField label="Model" value={place} options={places} onInput={choose} /><ApiCall call={{ method: 'POST', path: `${path}/explain`, json: { query: 'fly to rome tomorrow' } }} /></>
  </BatchTest>;
}
