/** Calls versions 2 of the document area with a key. */
import assert from 'node:assert/strict';
import { call, eventually } from './server.ts';
import type { CallOptions, HttpResponse } from './server.ts';

export interface FormField {
  type: string;
  text?: string;
  page?: number;
  boundingBox?: number[];
  confidence?: number;
  elements?: string[];
  valueString?: string;
  valueNumber?: number;
  valueDate?: string;
  valueArray?: FormField[];
  valueObject?: Record<string, FormField>;
}
interface PairElement {
  text: string;
  boundingBox: number[];
  elements?: string[];
}
export interface FormResult {
  version: string;
  readResults: {
    page: number;
    angle: number;
    width: number;
    height: number;
    unit: string;
    lines?: { text: string; boundingBox: number[]; words: { text: string; boundingBox: number[]; confidence: number }[] }[];
    selectionMarks?: { state: string; boundingBox: number[]; confidence: number }[];
  }[];
  pageResults?: {
    page: number;
    clusterId?: number;
    keyValuePairs?: { key: PairElement; value: PairElement; confidence: number }[];
    tables: {
      rows: number;
      columns: number;
      boundingBox: number[];
      cells: { rowIndex: number; columnIndex: number; text: string; boundingBox: number[]; isHeader?: boolean; elements?: string[] }[];
    }[];
  }[];
  documentResults?: {
    docType: string;
    modelId?: string;
    pageRange: number[];
    docTypeConfidence?: number;
    fields: Record<string, FormField | null>;
  }[];
  errors?: { code: string; message: string }[];
}
export interface PolledForm {
  status: string;
  createdDateTime: string;
  lastUpdatedDateTime: string;
  analyzeResult?: FormResult;
  copyResult?: { modelId: string; errors?: { code: string; message: string }[] };
}
export interface FormModel {
  modelInfo: {
    modelId: string;
    modelName?: string;
    status: string;
    createdDateTime: string;
    lastUpdatedDateTime: string;
    attributes?: { isComposed: boolean };
  };
  keys?: { clusters: Record<string, string[]> };
  trainResult?: TrainResult;
  composedTrainResults?: TrainResult[];
}
interface TrainResult {
  modelId?: string;
  averageModelAccuracy?: number;
  trainingDocuments: { documentName: string; pages: number; status: string; errors?: { code: string }[] }[];
  fields?: { fieldName: string; accuracy: number }[];
  errors: { code: string; message: string }[];
}

export class FormCaller {
  readonly server: { address: string };
  readonly key: string;
  readonly base: string;

  constructor(server: { address: string }, key: string, base = '/formrecognizer/v2.1') {
    this.server = server;
    this.key = key;
    this.base = base;
  }

  /** Calls a route such as `GET /custom/models`. */
  async call<T = unknown>(route: string, options: CallOptions = {}): Promise<HttpResponse<T>> {
    const [method, path] = route.split(' ') as [string, string];
    return await call<T>(this.server, `${method} ${this.base}${path}`, { key: this.key, ...options });
  }

  async at<T>(location: unknown): Promise<T> {
    const { status, text, body } = await call<T>(this.server, `GET ${String(location).slice(this.server.address.length)}`, {
      key: this.key,
    });
    assert.equal(status, 200, text);
    return body;
  }

  async waitFor(location: unknown): Promise<PolledForm> {
    return await eventually(
      () => this.at<PolledForm>(location),
      ({ status }) => status === 'succeeded' || status === 'failed',
    );
  }

  /** Analyzes a PDF, or the document at an address, and waits for the result. */
  async analyze(path: string, document: Buffer | object): Promise<PolledForm> {
    const sent: CallOptions = Buffer.isBuffer(document)
      ? { body: document, headers: { 'content-type': 'application/pdf' } }
      : { json: document };
    const { status, text, headers } = await this.call(`POST ${path}`, sent);
    assert.equal(status, 202, text);
    assert.equal(text, '');
    return await this.waitFor(headers['operation-location']);
  }

  async result(path: string, document: Buffer | object): Promise<FormResult> {
    const { status, analyzeResult } = await this.analyze(path, document);
    assert.equal(status, 'succeeded', JSON.stringify(analyzeResult));
    return analyzeResult!;
  }

  /** Starts a training or a composition and waits until the model is ready or invalid. */
  async train(json: object, path = '/custom/models'): Promise<FormModel> {
    const { status, text, headers } = await this.call(`POST ${path}`, { json });
    assert.equal(status, 201, text);
    return await eventually(
      () => this.at<FormModel>(`${String(headers.location)}?includeKeys=true`),
      ({ modelInfo }) => modelInfo.status !== 'creating',
    );
  }
}
