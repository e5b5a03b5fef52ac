/**
 * Shared by all tabs of a browser: holds one stream of changes of running work and passes them on to all of them, because browsers allow
 * few connections to a server. Connects again after a failure, waiting longer each time.
 */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

const tabs = new BroadcastChannel('perennial-live');
let stopped: AbortController | undefined;
let isLive = false;

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  port!.onmessage = ({ data }: MessageEvent<'start' | 'stop'>) => {
    if (data === 'stop') stop();
    else if (!stopped) void run((stopped = new AbortController()).signal);
    else if (isLive) {
      tabs.postMessage({ type: 'live', isLive });
      // A new stream starts with this.
      tabs.postMessage({ type: 'resync' });
    }
  };
});

function stop(): void {
  stopped?.abort();
  stopped = undefined;
  isLive = false;
}

function setLive(next: boolean): void {
  isLive = next;
  tabs.postMessage({ type: 'live', isLive });
}

async function run(signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      const headers = { 'x-perennial-console': '1', accept: 'text/event-stream' };
      const response = await fetch('/work', { headers, signal, cache: 'no-store' });
      if (response.status === 401) return end();
      if (response.ok && response.body) {
        waitMs = FIRST_WAIT_MS;
        setLive(true);
        if (await passOn(response.body)) return end();
      }
    } catch {
      // The server is away, or the stream was cut: connect again.
    }
    if (signal.aborted) return;
    setLive(false);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }
}

/** The session is over, for all tabs. */
function end(): void {
  stop();
  tabs.postMessage({ type: 'ended' });
}

/** Passes events on until the stream ends; resolves to whether the session has ended. */
async function passOn(body: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    const events = (text + value).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const type = /^event: (.*)$/m.exec(event)?.[1];
      if (type === 'ended') return true;
      if (type !== undefined) tabs.postMessage({ type, data: JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as object });
    }
  }
}
