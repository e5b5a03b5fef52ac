/** What can be queried: the trained draft, and the published slots. The selection is in the URL. */
import { setQuery, useRoute } from '../../kit/router.tsx';
import { PREDICTION } from './calls.ts';
import { useVersion } from './version.ts';

export interface Endpoint { places: readonly { value: string; label: string }[]; place: string; /** The path above `/predict` and `/explain`. */ path: string; choose: (place: string) => void }

/** Undefined if nothing can be queried. */
export function useEndpoints(): Endpoint | undefined {
  const { app, name, info } = useVersion();
  const wanted = useRoute().query.get('slot');
  const { PRODUCTION, STAGING } = app.endpoints;
  const places = [
    ...info.value?.lastTrainedDateTime != null ? [{ value: 'draft', label: `Draft: version ${name}` }] : [], ...PRODUCTION ? [{ value: 'production', label: `Production: version ${PRODUCTION.versionId}` }] : [], ...STAGING ? [{ value: 'staging', label: `Staging: version ${STAGING.versionId}` }] : [],
  ];
  const place = (places.find(({ value }) => value === wanted) ?? places[0])?.value;
  if (place === undefined) return undefined;
  return { places, place, path: `${PREDICTION}/apps/${app.id}/${place === 'draft' ? `versions/${encodeURIComponent(name)}` : `slots/${place}`}`, choose: (slot) => setQuery({ slot }) };
}
