/** A failure in place of the result: what happened, how to fix it, and the request id in the server log. */
import type { JSX } from 'preact';
import { CallFailed } from './api.ts';
import type { Loaded } from './use.ts';
import { Button, Loading } from './parts.tsx';
import type { ComponentChildren } from 'preact';

export function Problem({ error, retry }: { error: Error; retry?: () => void }): JSX.Element {
  const failed = error instanceof CallFailed ? error : undefined;
  return <div class="problem" role="alert">
    <h3>{failed ? failed.status === 0 ? 'No response' : `${failed.status} ${failed.code === String(failed.status) ? '' : failed.code}` : 'Something went wrong'}</h3>
    <p>{error.message}</p>
    {failed?.remedy !== undefined && <p><strong>How to fix:</strong> {failed.remedy}</p>}
    <div class="row small">
      {retry && <Button icon="refresh" onClick={retry}>Try again</Button>}
      {failed && failed.status > 0 && <><code>{failed.call.method} {failed.call.path}</code>{failed.requestId !== undefined && <span>Request <code>{failed.requestId}</code></span>}<a href="/docs">All operations</a></>}
    </div>
  </div>;
}

/** Renders loaded data, a loading state, or the failure. Data already loaded stays if a reload fails. */
export function Async<T>({ of: loaded, what, children }: { of: Loaded<T>; what?: string; children: (value: T) => ComponentChildren }): JSX.Element {
  return <>
    {loaded.error && <Problem error={loaded.error} retry={loaded.reload} />}
    {loaded.value !== undefined ? children(loaded.value) : !loaded.error && <Loading what={what} />}
  </>;
}
