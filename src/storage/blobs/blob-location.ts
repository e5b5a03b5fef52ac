/** Where blobs are, as an operator writes it. Credentials are no part of it. */
export type BlobLocation = { kind: 'files' } | { kind: 'postgres' } | ObjectLocation;

/** In object storage: what is below a prefix of a bucket or container. */
export type ObjectLocation =
  | { kind: 's3'; bucket: string; prefix: string; endpoint?: string; region?: string }
  | { kind: 'azure'; container: string; prefix: string };

export const BLOB_LOCATIONS = 'files, postgres, s3://bucket/prefix?endpoint=…&region=… or azure://container/prefix';

const PLAIN = ['files', 'postgres'] as const;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;

/** Undefined when the text is no location. */
export function parseBlobLocation(text: string): BlobLocation | undefined {
  const plain = PLAIN.find((kind) => kind === text);
  if (plain !== undefined) return { kind: plain };
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, host, pathname, searchParams, username, password, hash } = url;
  const prefix = pathname.replace(/^\/+|\/+$/g, '') + (/[^/]/.test(pathname) ? '/' : '');
  if (username || password || hash || !BUCKET.test(host) || !PREFIX.test(prefix) || prefix.includes('../../')) return undefined;
  if (protocol === 'azure:') return searchParams.size === 0 ? { kind: 'azure', container: host, prefix } : undefined;
  if (protocol !== 's3:') return undefined;
  const { endpoint, region, ...unknown } = Object.fromEntries(searchParams) as Record<string, string | undefined>;
  if (Object.keys(unknown).length > 0 || (region !== undefined && !REGION.test(region))) return undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) return undefined;
  return { kind: 's3', bucket: host, prefix, ...(endpoint !== undefined && { endpoint }), ...(region !== undefined && { region }) };
}

/** In one form for each location, so that equal ones compare equal. */
export function formatBlobLocation(location: BlobLocation): string {
  if (location.kind === 'azure') return `azure://${location.container}/${location.prefix}`;
  if (location.kind !== 's3') return location.kind;
  const { bucket, prefix, endpoint, region } = location;
  const query = new URLSearchParams({ ...(endpoint !== undefined && { endpoint }), ...(region !== undefined && { region }) });
  return `s3://${bucket}/${prefix}${query.size > 0 ? `?${query}` : ''}`;
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && !username && !password;
}
