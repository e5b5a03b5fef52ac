/** The open version of an app: loaded once, and edits are applied locally as they are made. */
import { createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef } from 'preact/hooks';
import type { Client } from '../../kit/api.ts';
import { useLoad } from '../../kit/use.ts';
import type { Loaded } from '../../kit/use.ts';
import type { EntityChoice, LabelledText } from '../../language/labels.ts';
import { loadPages } from '../../language/apps.ts';
import type { App } from '../../language/apps.ts';
import { toLabel, versionPath } from './calls.ts';
import type { AppFile, Model, VersionInfo } from './calls.ts';
import { choicesOf, mergeUtterances } from './version-content.ts';

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
  /** Entities that can be labelled. */
  entities: readonly EntityChoice[];
  utterances: readonly LabelledText[];
  /** Shows added or relabelled utterances without reloading all of them. */
  put: (utterances: readonly LabelledText[]) => void;
  drop: (texts: ReadonlySet<string>) => void;
  /** Reloads everything, as after edits of models. */
  reload: () => void;
}

export const VersionContext = createContext<Version | undefined>(undefined);

export function useVersion(): Version {
  return useContext(VersionContext)!;
}

interface Content { file: AppFile; models: readonly Model[]; utterances: readonly LabelledText[] }

/** The whole version; `undefined` while it is loading. */
export function useLoadedVersion(client: Client, app: App, reloadApp: () => void, name: string): { content: Loaded<Content>; version: Version | undefined } {
  const path = versionPath(app.id, name);
  const info = useLoad((signal) => client.get<VersionInfo>(`${path}/`, { signal, quiet: true }), [client, path]);
  const content = useLoad(async (signal): Promise<Content> => {
    const [file, models] = await Promise.all([client.get<AppFile>(`${path}/export`, { signal }), loadPages<Model>(client, `${path}/models`, signal)]);
    return { file, models, utterances: file.utterances.map(({ text, intent, entities }) => ({ text, intent, labels: entities.map(toLabel) })) };
  }, [client, path]);
  const { value } = content;
  const latest = useRef(value);
  latest.current = value;
  const change = useCallback((next: (before: readonly LabelledText[]) => LabelledText[]) => {
    if (latest.current) {
      latest.current = { ...latest.current, utterances: next(latest.current.utterances) };
      content.put(latest.current);
    }
    info.reload();
  }, []);
  const put = useCallback((utterances: readonly LabelledText[]) => change((before) => mergeUtterances(before, utterances)), []);
  const drop = useCallback((texts: ReadonlySet<string>) => change((before) => before.filter(({ text }) => !texts.has(text))), []);
  const reload = useCallback(() => {
    content.reload();
    info.reload();
  }, []);
  const version = useMemo((): Version | undefined => value && {
    client, app, reloadApp, name, path, info, ...value, intents: value.file.intents.map((intent) => intent.name), entities: choicesOf(value.file), put, drop, reload,
  }, [value, info.value, app]);
  return { content, version };
}
