/** Asks a resource of the vendor, or this server, which answers at the same paths. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerForm } from './answers.ts';
import { UsageError } from '../command.ts';

/** The app, project or model that is asked. */
export type Target = { app: string; slot: string } | { project: string; deployment: string } | { model: string };

const ANALYSIS_VERSION = 'api-version=2023-07-31';
const POLL_MS = 500;

export class Resource {
  readonly #url: string;
  readonly #key: string;
  readonly #target: Target;

  constructor(url: string, key: string, target: Target) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#target = target;
  }

  /** `form`: that of the answer to compare with; by default the newest. */
  async ask(input: string | Buffer, form?: AnswerForm): Promise<{ answer: unknown; form: AnswerForm }> {
    const target = this.#target;
    if ('model' in target) return { answer: await this.#analyze(target.model, input), form: 'documents' };
    if (typeof input !== 'string') throw new UsageError('--app and --project are asked with texts, --model with a folder of documents.');
    if ('project' in target) return { answer: await this.#converse(target, input), form: 'conversations' };
    const app = encodeURIComponent(target.app);
    if (form === 'understanding v2.0') {
      const query = `verbose=true&log=false&staging=${target.slot === 'staging'}&q=${encodeURIComponent(input)}`;
      return { answer: await this.#json('GET', `/luis/v2.0/apps/${app}?${query}`), form };
    }
    const path = `/luis/prediction/v3.0/apps/${app}/slots/${encodeURIComponent(target.slot)}/predict?verbose=true&log=false`;
    return { answer: await this.#json('POST', path, { query: input }), form: 'understanding v3.0' };
  }

  async #converse({ project, deployment }: { project: string; deployment: string }, text: string): Promise<unknown> {
    return await this.#json('POST', '/language/:analyze-conversations?api-version=2023-04-01', {
      kind: 'Conversation',
      analysisInput: { conversationItem: { id: '1', participantId: '1', text } },
      parameters: { projectName: project, deploymentName: deployment, stringIndexType: 'Utf16CodeUnit' },
    });
  }

  async #analyze(model: string, input: string | Buffer): Promise<unknown> {
    const path = `/formrecognizer/documentModels/${encodeURIComponent(model)}:analyze?${ANALYSIS_VERSION}`;
    const { headers } = await this.#send('POST', this.#url + path, input, 'application/octet-stream');
    const location = headers.get('operation-location');
    if (location === null) throw new Error('the analysis has no address');
    for (;;) {
      const result = (await (await this.#send('GET', location)).json()) as { status: string; error?: { message?: string } };
      if (result.status === 'succeeded') return result;
      if (result.status === 'failed') throw new Error(result.error?.message ?? 'the analysis failed');
      await sleep(POLL_MS);
    }
  }

  async #json(method: string, path: string, body?: object): Promise<unknown> {
    return await (await this.#send(method, this.#url + path, body && JSON.stringify(body), 'application/json')).json();
  }

  async #send(method: string, url: string, body?: string | Buffer, type?: string): Promise<Response> {
    // A poll must not send the key to another host.
    if (new URL(url).origin !== new URL(this.#url).origin) throw new Error(`${url} is not at ${this.#url}`);
    const response = await fetch(url, {
      method,
      headers: { 'ocp-apim-subscription-key': this.#key, ...(body !== undefined && { 'content-type': type! }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    if (response.ok) return response;
    const text = await response.text();
    throw new Error(`${response.status} ${text.slice(0, 200)}`);
  }
}
