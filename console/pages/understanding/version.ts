/** The open version of an app: loaded once, and edits are applied locally as they are made. */
import { createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import type { Client } from '../../kit/api.ts';
import { useLoad, type Loaded } from '../../kit/hooks.ts';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { loadPages, type App } from '../../shared/language/apps.ts';
import type { EntityChoice, LabeledText } from '../../shared/language/entities.ts';
import { PREDICTION, toLabel, versionPath, type AppFile, type Model, type VersionInfo } from './calls.ts';
import { choicesOf, mergeUtterances, type EvaluatedUtterance } from './content.ts';

export interface Version {
  client: Client;
  app: App;
  reloadApp: () => void;
  name: string;
  /** Its path in the authoring API. */
  path: string;
  info: Loaded<VersionInfo>;
  file: AppFile;
  models: readonly Model[];
  intents: readonly string[];
  /** Entities that can be labeled. */
  entities: readonly EntityChoice[];
  utterances: readonly LabeledText[];
  /** Shows added or relabeled utterances without reloading all of them. */
  put: (utterances: readonly LabeledText[]) => void;
  drop: (texts: ReadonlySet<string>) => void;
  /** Creates an entity that is learned from labels, without reloading everything. */
  createEntity: (name: string) => Promise<void>;
  /** Reloads everything, as after edits of models. */
  reload: () => void;
}

export const VersionContext = createContext<Version | undefined>(undefined);

export function useVersion(): Version {
  return useContext(VersionContext)!;
}

/** The type of entities learned from labels. */
const LEARNED = 1;

interface Content {
  file: AppFile;
  models: readonly Model[];
  utterances: readonly LabeledText[];
}

/** The whole version; `undefined` while it is loading. */
export function useLoadedVersion(
  client: Client,
  app: App,
  reloadApp: () => void,
  name: string,
): { content: Loaded<Content>; version: Version | undefined } {
  const path = versionPath(app.id, name);
  const info = useLoad((signal) => client.get<VersionInfo>(`${path}/`, { signal, quiet: true }), [client, path], {
    follows: ['understanding.train'],
  });
  const content = useLoad(
    async (signal): Promise<Content> => {
      const [file, models] = await Promise.all([
        client.get<AppFile>(`${path}/export`, { signal }),
        loadPages<Model>(client, `${path}/models`, signal),
      ]);
      return {
        file,
        models,
        utterances: file.utterances.map(({ text, intent, entities }) => ({ text, intent, labels: entities.map(toLabel) })),
      };
    },
    [client, path],
  );
  const { value } = content;
  const latest = useRef(value);
  latest.current = value;
  const change = useCallback((next: (before: readonly LabeledText[]) => LabeledText[]) => {
    if (latest.current) {
      latest.current = { ...latest.current, utterances: next(latest.current.utterances) };
      content.put(latest.current);
    }
    info.reload();
  }, []);
  const put = useCallback((utterances: readonly LabeledText[]) => change((before) => mergeUtterances(before, utterances)), []);
  const drop = useCallback((texts: ReadonlySet<string>) => change((before) => before.filter(({ text }) => !texts.has(text))), []);
  const createEntity = useCallback(
    async (entity: string) => {
      const id = await client.post<string>(`${path}/entities`, { name: entity });
      const { current } = latest;
      if (!current) return;
      latest.current = {
        ...current,
        file: { ...current.file, entities: [...current.file.entities, { name: entity, roles: [] }] },
        models: [...current.models, { id, name: entity, typeId: LEARNED, readableType: 'Entity Extractor', roles: [], children: [] }],
      };
      content.put(latest.current);
      info.reload();
    },
    [client, path],
  );
  const reload = useCallback(() => {
    content.reload();
    info.reload();
  }, []);
  const version = useMemo(
    (): Version | undefined =>
      value && {
        client,
        app,
        reloadApp,
        name,
        path,
        info,
        ...value,
        intents: value.file.intents.map((intent) => intent.name),
        entities: choicesOf(value.file),
        put,
        drop,
        createEntity,
        reload,
      },
    [value, info.value, app],
  );
  return { content, version };
}

interface Figures {
  precision: number;
  recall: number;
  f1: number;
}

export interface VersionEvaluation {
  trainedDateTime: string | null;
  isCurrent: boolean;
  accuracy: number | null;
  intents: (Figures & { name: string; utterances: number })[];
  entityEvaluation: { status: 'notStarted' | 'running' | 'succeeded' | 'failed'; percentCompleted: number; message?: string };
  entities: (Figures & { name: string; labels: number })[];
  entityAverages: Figures | null;
  utterances: EvaluatedUtterance[];
}

/** The evaluation of the version: reloaded after each training, and after an entity evaluation. */
export function useEvaluation(): Loaded<VersionEvaluation> {
  const { client, path, info } = useVersion();
  const trained = info.value?.lastTrainedDateTime;
  return useLoad((signal) => client.get<VersionEvaluation>(`${path}/evaluation`, { signal, quiet: true }), [client, path, trained], {
    follows: ['understanding.evaluate'],
  });
}

export interface Endpoint {
  options: readonly { value: string; label: string }[];
  selected: string;
  /** The path above `/predict` and `/explain`. */ path: string;
  select: (place: string) => void;
}

/** Undefined if nothing can be queried. */
export function useEndpoints(): Endpoint | undefined {
  const { app, name, info } = useVersion();
  const requested = useRoute().query.get('slot');
  const { PRODUCTION, STAGING } = app.endpoints;
  const places = [
    ...(info.value?.lastTrainedDateTime != null ? [{ value: 'draft', label: t('Draft: version {name}', { name }) }] : []),
    ...(PRODUCTION ? [{ value: 'production', label: t('Production: version {versionId}', { versionId: PRODUCTION.versionId }) }] : []),
    ...(STAGING ? [{ value: 'staging', label: t('Staging: version {versionId}', { versionId: STAGING.versionId }) }] : []),
  ];
  const place = (places.find(({ value }) => value === requested) ?? places[0])?.value;
  if (place === undefined) return undefined;
  return {
    options: places,
    selected: place,
    path: `${PREDICTION}/apps/${app.id}/${place === 'draft' ? `versions/${encodeURIComponent(name)}` : `slots/${place}`}`,
    select: (slot) => setQuery({ slot }),
  };
}
