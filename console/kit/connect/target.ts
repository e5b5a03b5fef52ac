/** What a program can call, and the call itself. */
import type { Call } from '../call.ts';

/** What a program calls. */
export type ConnectTarget =
  | { area: 'understanding'; appId: string; slot?: string; text?: string }
  | { area: 'conversations'; project: string; deployment: string; kind?: string; text?: string }
  | { area: 'texts'; project: string; deployment: string; kind: string; text?: string }
  | { area: 'documents'; modelId: string }
  | { area: 'ranking' }
  | { area: 'faces'; group?: FaceGroup };

/** A group of people, in whom faces are identified. */
export interface FaceGroup {
  id: string;
  /** Of an identify call: the kind of the group. */
  field: 'personGroupId' | 'largePersonGroupId';
  /** Faces have to be detected with the model of the group. */
  recognitionModel: string;
}

export interface Place {
  endpoint: string;
  /** Without it, programs read the key from the environment. */
  key?: string | undefined;
}

/** A program in parts. */
export interface Written {
  install?: string;
  isHttpsOnly?: boolean;
  /** Up to the client. */
  before?: string;
  changed: string;
  after: string;
}

export const q = (text: string): string => JSON.stringify(text);

/** `sends` names a file to send. */
export function callOf(target: ConnectTarget): { call: Call; sends?: string } {
  switch (target.area) {
    case 'understanding':
      return {
        call: {
          method: 'GET',
          path: `/luis/prediction/v3.0/apps/${target.appId}/slots/${target.slot ?? 'production'}/predict`,
          query: { query: target.text ?? 'hello', verbose: true },
        },
      };
    case 'conversations':
      return {
        call: { method: 'POST', path: '/language/:analyze-conversations', query: { 'api-version': '2023-04-01' }, json: taskOf(target) },
      };
    case 'texts':
      return {
        call: {
          method: 'POST',
          path: '/language/analyze-text/jobs',
          query: { 'api-version': '2023-04-01' },
          json: {
            analysisInput: { documents: [{ id: '1', text: textOf(target) }] },
            tasks: [{ kind: target.kind, parameters: { projectName: target.project, deploymentName: target.deployment } }],
          },
        },
      };
    case 'documents':
      return {
        call: {
          method: 'POST',
          path: `/documentintelligence/documentModels/${encodeURIComponent(target.modelId)}:analyze`,
          query: { 'api-version': '2024-11-30' },
        },
        sends: 'document.pdf',
      };
    case 'ranking':
      return { call: { method: 'POST', path: '/personalizer/v1.0/rank', json: RANK } };
    case 'faces':
      return {
        call: {
          method: 'POST',
          path: '/face/v1.0/detect',
          query: { detectionModel: 'detection_03', recognitionModel: recognitionModelOf(target) },
        },
        sends: 'photo.jpg',
      };
  }
}

const RANK = {
  contextFeatures: [{ time: 'evening' }],
  actions: [
    { id: 'pasta', features: [{ taste: 'savoury' }] },
    { id: 'ice cream', features: [{ taste: 'sweet' }] },
  ],
};

export type Faces = Extract<ConnectTarget, { area: 'faces' }>;

export function recognitionModelOf({ group }: Faces): string {
  return group?.recognitionModel ?? 'recognition_04';
}

export type Conversation = Extract<ConnectTarget, { area: 'conversations' }>;
export type Texts = Extract<ConnectTarget, { area: 'texts' }>;

function taskOf(target: Conversation): object {
  return {
    kind: 'Conversation',
    analysisInput: { conversationItem: { id: '1', participantId: '1', text: target.text ?? 'hello' } },
    parameters: { projectName: target.project, deploymentName: target.deployment },
  };
}

export function textOf({ text }: Texts): string {
  return text ?? 'Where is my parcel?';
}
