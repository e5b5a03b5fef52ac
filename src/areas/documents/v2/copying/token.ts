/**
 * The access token of versions 2. A copy request names neither the address of the target nor, in a form that can be trusted, its region:
 * the token carries both beside the secret, so that a copy can go to another server.
 */
export interface CopyToken {
  location: string;
  region: string;
  secret: string;
}

const MAX_LENGTH = 4096;

export function writeCopyToken({ location, region, secret }: CopyToken): string {
  return Buffer.from(JSON.stringify([secret, region, location])).toString('base64url');
}

/** Undefined when it is no token of a target. */
export function readCopyToken(token: string): CopyToken | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [secret, region, location] = parts as unknown[];
  const isText = (part: unknown): part is string => typeof part === 'string' && part.length <= MAX_LENGTH;
  return isText(secret) && /^[\x21-\x7e]+$/.test(secret) && isText(region) && isText(location) ? { secret, region, location } : undefined;
}

const MODEL_PATH = /\/v2\.\d\/custom\/models\/([^/]+)$/;

/** Where the copy of a model is uploaded; undefined when the location is not one of that model. */
export function uploadAddress(location: string, modelId: string): URL | undefined {
  const url = URL.parse(location);
  if (!url || !['http:', 'https:'].includes(url.protocol) || MODEL_PATH.exec(url.pathname)?.[1] !== modelId) return undefined;
  return new URL(`${url.pathname}/receiveCopy`, url.origin);
}

/** Callers may write the resource with the vendor's provider in its path. */
export function plainResourceId(resourceId: string): string {
  return resourceId.replace(/\/providers\/[^/]+/i, '').replace(/\/+$/, '');
}
