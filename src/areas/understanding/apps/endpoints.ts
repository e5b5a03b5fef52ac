/** The addresses at which apps are queried. */
import type { App, SlotName } from '../model.ts';

export function endpointUrl(origin: string, appId: string): string {
  return `${origin}/luis/v2.0/apps/${appId}`;
}

/** Describes what is published at a slot; undefined when nothing is. */
export function describeEndpoint(origin: string, { id, slots }: App, slot: SlotName, region: string): object | undefined {
  const published = slots[slot];
  return (
    published && {
      versionId: published.version,
      isStaging: slot === 'staging',
      endpointUrl: endpointUrl(origin, id),
      region: null,
      assignedEndpointKey: null,
      endpointRegion: region,
      failedRegions: null,
      publishedDateTime: new Date(published.publishedAt).toISOString(),
    }
  );
}
