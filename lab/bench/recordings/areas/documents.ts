/**
 * Documents. Bodies that a recording leaves out are sent where a file of the same length is in the data folder; otherwise a file of
 * the same kind is sent, and only what holds for every file is compared. Custom models are built from generated forms.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { pdfOf } from '../../../../test/support/documents.ts';
import { createContainer, createOrder, createZip, orderFiles, orderPdf, signedUrl } from '../../../../test/support/documents-forms.ts';
import { pathPattern } from '../answers.ts';
import type { AreaReplay, Bench, Prepared, RecordedArea } from '../area.ts';
import { leftOutLength } from '../recording.ts';
import type { RecordedCall, Recording } from '../recording.ts';
import { fieldValues } from './document-values.ts';

export const documentsArea: RecordedArea = { name: 'documents', start: startDocuments };

const FILES = 'files';
/** Recordings that name a document by a URL which was left out, by the file that was behind it. */
const BY_URL: readonly [RegExp, string][] = [
  [/test_receipt_url_png/, 'contoso-receipt.png'],
  [/FromUrltest_(?:pages|polling|receipt)|get_document_analysis_client/, 'contoso-allinone.jpg'],
];

interface Sample {
  name: string;
  content: Buffer;
  isSameInput: boolean;
}

async function startDocuments({ management, storage, data }: Bench): Promise<AreaReplay> {
  const { key1 } = await management.createAccount('recordings-documents');
  const container = await createContainer(storage, 'forms', await orderFiles());
  await storage.createContainer(FILES);
  const stored = new Set<string>();
  const urlOf = async ({ name, content }: Sample): Promise<string> => {
    if (!stored.has(name)) await storage.putBlob(FILES, name, content);
    stored.add(name);
    return signedUrl(storage, FILES).replace('?', `/${encodeURIComponent(name)}?`);
  };
  const sampleOf = await samples(data);
  const prepare = async (call: RecordedCall, { path, json }: { path: string; json: unknown }, recording: Recording): Promise<Prepared> => {
    const key = recording.name.includes('bad_key') ? 'xxxx' : key1;
    if (call.method === 'GET' || call.method === 'DELETE') return knownIds(call, recording) ?? { path, key };
    const body = json as { urlSource?: string; azureBlobSource?: { containerUrl: string } } | string | null | undefined;
    if (typeof body === 'string')
      return { path, key, body: Buffer.from(body, 'base64'), headers: { 'content-type': 'application/octet-stream' }, isSameInput: true };
    if (body === undefined) {
      const { content, isSameInput } = await sampleOf(call, recording);
      return { path, key, body: content, headers: { 'content-type': 'application/octet-stream' }, isSameInput };
    }
    if (body?.urlSource === 'https://blob_sas_url') {
      const sample = await sampleOf(call, recording);
      return { path, key, json: { urlSource: await urlOf(sample) }, isSameInput: sample.isSameInput };
    }
    if (body?.azureBlobSource?.containerUrl === 'https://blob_sas_url')
      return { path, key, json: { ...body, azureBlobSource: { ...body.azureBlobSource, containerUrl: container } } };
    return { path, key, json: body ?? undefined };
  };
  return {
    prepare,
    group,
    isMap: (path, name) =>
      /(?:^|\.)(?:docTypes|fieldSchema|fieldConfidence|tags|properties|valueObject)$/.test(path) ||
      (/\.fields$/.test(path) && name.includes('/{id}/analyzeResults')),
    isOptional: (path) =>
      /\.(?:fields|valueObject)\.\*\.value\w+$|\.currencySymbol$|\.(?:fields|valueAddress|cells\[\])\.(?!content)\w+$|\.(?:selectionMarks|role)$/.test(
        path,
      ),
    isText: (path) => /\.(?:content|description|value\w+)$/.test(path),
    isFixed: (path) => /^(?:kind|apiVersion|percentCompleted|analyzeResult\.(?:apiVersion|stringIndexType|modelId))$/.test(path),
    values: fieldValues,
  };
}

/** Models and operations that the account of the recording had from before. */
function knownIds({ uri }: RecordedCall, { name, calls }: Recording): Prepared | undefined {
  if (/get_list_operations/.test(name) && /operations\/\d+_/.test(uri)) return { skipped: 'the account had operations of days before' };
  if (/nextLink=/.test(uri)) return { skipped: 'the account had more than a page of models or operations' };
  if (/mgmt_model/.test(name) && !JSON.stringify(calls[0]!.request).includes(/documentModels\/([^?]*)/.exec(uri)?.[1] ?? ''))
    return { skipped: 'the account had models of days before' };
  return undefined;
}

/** By operation, and by the model where it decides what an answer has. */
function group({ method, uri, response }: RecordedCall): string {
  const { kind, status } = (response ?? {}) as { kind?: string; status?: string };
  const path = pathPattern(uri).replace(/\?.*/, '').replace('/formrecognizer', '');
  return [method, path, kind, status === 'succeeded' ? undefined : status].filter((part) => part !== undefined).join(' ');
}

async function samples(data: string): Promise<(call: RecordedCall, recording: Recording) => Promise<Sample>> {
  const folders = ['real', 'prebuilt'].map((name) => join(data, 'document', name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) })));
  const named = (name: string, isSameInput = false): Sample => ({ ...files.find((file) => file.name === name)!, isSameInput });
  const other = (name: string, content: Buffer): Sample => ({ name, content, isSameInput: false });
  const threePages = await pdfOf([1, 2, 3].map((page) => [{ text: `Part ${page}`, size: 24 }, 'Name: Ada Moss', 'Some words of a text.']));
  return async ({ request, uri }, { name }) => {
    const length = leftOutLength(request);
    const same = length === undefined ? undefined : files.find(({ content }) => 4 * Math.ceil(content.length / 3) === length);
    if (same) return { ...same, isSameInput: true };
    const byUrl = length === undefined ? BY_URL.find(([pattern]) => pattern.test(name)) : undefined;
    if (byUrl) return named(byUrl[1], true);
    const model = /documentModels\/([^:]*)/.exec(uri)![1]!;
    if (/blank/.test(name)) return other('blank.pdf', await pdfOf([[]]));
    if (/docx/.test(name)) return other('letter.docx', docx('A letter in words only.'));
    if (model === 'prebuilt-tax.us.w2') return named('w2-single.png');
    if (model === 'prebuilt-invoice') return other('invoice.tiff', await sharp(named('invoice_sample.jpg').content).tiff().toBuffer());
    if (/specify_pages/.test(name)) return other('pages.pdf', threePages);
    if (/pdf|languages/.test(name)) return named('invoice.pdf');
    if (model.startsWith('prebuilt-')) return named('layout.png');
    return other('order.pdf', await orderPdf(createOrder(7)));
  };
}

function docx(text: string): Buffer {
  const part = (name: string, content: string): { name: string; content: Buffer } => ({
    name,
    content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`),
  });
  const schemas = 'http://schemas.openxmlformats.org';
  return createZip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${schemas}/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    part(
      'word/document.xml',
      `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  ]);
}
