/** A request body that is too large to be handled on the HTTP thread: bytes in memory, or the file that it was written to as it arrived. */
export type UploadedBody = { readonly length: number } & (
  | { readonly bytes: Uint8Array; readonly path?: undefined }
  | { readonly path: string; readonly bytes?: undefined }
);

/** Larger bodies of operations that can run in a thread do; starting there costs more than it saves below. */
export const LARGE_BODY_BYTES = 256 * 1024;

export function isUploadedBody(body: unknown): body is UploadedBody {
  return (
    typeof body === 'object' && body !== null && !(body instanceof Uint8Array) && 'length' in body && ('bytes' in body || 'path' in body)
  );
}
