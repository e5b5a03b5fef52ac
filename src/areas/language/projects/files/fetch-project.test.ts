import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '../../../../kernel/failures.ts';
import { FetchRefused } from '../../../../kernel/ports/fetch.ts';
import type { FetchedResponse, GuardedFetch } from '../../../../kernel/ports/fetch.ts';
import { fetchProject } from './fetch-project.ts';

const RESOURCE = new URL('https://bot.example/base');
const RECORD = 'https://bot.example/jobs/1';
const RESULT = 'https://bot.example/jobs/1/result';
const FILE = { metadata: { projectName: 'Travel' } };

type Answer = Partial<Pick<FetchedResponse, 'status' | 'headers'>> & { json?: unknown };

/** Answers by address; what was asked is recorded. */
function resource(answers: Readonly<Record<string, Answer | Answer[] | Error>>): { fetch: GuardedFetch; asked: unknown[] } {
  const asked: unknown[] = [];
  const fetch: GuardedFetch = (url, { method = 'GET', headers }) => {
    asked.push([method, String(url), headers!['ocp-apim-subscription-key']]);
    const given = answers[String(url)];
    if (given instanceof Error) return Promise.reject(given);
    const { status = 200, headers: answered = {}, json } = (Array.isArray(given) ? given.shift() : given) ?? { status: 404 };
    return Promise.resolve({ status, headers: answered, bytes: Buffer.from(JSON.stringify(json ?? '')), url: String(url) });
  };
  return { fetch, asked };
}

const EXPORT =
  'https://bot.example/base/language/authoring/analyze-conversations/projects/My%20bot/:export?stringIndexType=Utf16CodeUnit&api-version=2023-04-01';
const ACCEPTED: Answer = { status: 202, headers: { 'operation-location': RECORD } };

const fetchFrom = (fetch: GuardedFetch): Promise<Uint8Array> =>
  fetchProject(fetch, 'conversations', { resource: RESOURCE, key: 'old-key', projectName: 'My bot' });

function isProblem(parameter: string, message: RegExp): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.kind, error.detail['parameter']], ['ParameterInvalid', parameter]);
    assert.match(error.message, message);
    return true;
  };
}

describe('a project of another resource', () => {
  test('is exported there, waited for, and returned as it was received', async () => {
    const { fetch, asked } = resource({
      [EXPORT]: ACCEPTED,
      [RECORD]: [{ json: { status: 'running' } }, { json: { status: 'succeeded', resultUrl: RESULT } }],
      [RESULT]: { json: FILE },
    });
    assert.deepEqual(JSON.parse(Buffer.from(await fetchFrom(fetch)).toString()), FILE);
    assert.deepEqual(asked, [
      ['POST', EXPORT, 'old-key'],
      ['GET', RECORD, 'old-key'],
      ['GET', RECORD, 'old-key'],
      ['GET', RESULT, 'old-key'],
    ]);
  });

  test('the key is not sent to another host', async () => {
    const { fetch, asked } = resource({
      [EXPORT]: ACCEPTED,
      [RECORD]: { json: { status: 'succeeded', resultUrl: 'https://other.example/file' } },
    });
    await assert.rejects(fetchFrom(fetch), isProblem('resourceUrl', /another host/));
    assert.equal(asked.length, 2);
    const elsewhere = resource({ [EXPORT]: { status: 202, headers: { 'operation-location': 'https://other.example/jobs/1' } } });
    await assert.rejects(fetchFrom(elsewhere.fetch), isProblem('resourceUrl', /another host/));
    assert.equal(elsewhere.asked.length, 1);
  });

  for (const [what, answers, parameter, message] of [
    ['a wrong key', { [EXPORT]: { status: 401 } }, 'key', /bot\.example does not accept it/],
    ['an unknown project', { [EXPORT]: { status: 404 } }, 'projectName', /has no project "My bot"/],
    ['a server error', { [EXPORT]: { status: 503 } }, 'resourceUrl', /responded with 503/],
    ['a host that is no language resource', { [EXPORT]: { status: 200 } }, 'resourceUrl', /as a language resource does/],
    ['an export that fails', { [EXPORT]: ACCEPTED, [RECORD]: { json: { status: 'failed' } } }, 'resourceUrl', /could not export/],
    ['an address that may not be fetched', { [EXPORT]: new FetchRefused('address') }, 'resourceUrl', /not a public one/],
  ] as const)
    test(`${what} is explained`, async () => {
      await assert.rejects(fetchFrom(resource(answers as Record<string, Answer>).fetch), isProblem(parameter, message));
    });
});
