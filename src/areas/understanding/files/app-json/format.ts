/** The JSON of exported apps. read.ts reads it, write.ts writes it. */

export interface JsonFeature {
  modelName?: string;
  featureName?: string;
  isRequired?: boolean;
}
export interface JsonOrigin {
  domain_name: string;
  model_name: string;
}
export interface JsonPart {
  name: string;
  instanceOf?: string;
  children?: JsonPart[];
  features?: JsonFeature[];
  roles?: string[];
}
export interface JsonModel {
  name: string;
  inherits?: JsonOrigin;
  features?: JsonFeature[];
}
export interface JsonEntity extends JsonModel {
  roles: string[];
}
export interface JsonParent<Part> extends JsonEntity {
  children: Part[];
}
export interface JsonLabel {
  entity: string;
  startPos: number;
  endPos: number;
  role?: string;
  children?: JsonLabel[];
}
export interface JsonUtterance {
  text: string;
  intent: string;
  entities: JsonLabel[];
}
export interface JsonPhraseList {
  name: string;
  mode: boolean;
  words: string;
  activated: boolean;
  enabledForAllModels?: boolean;
}

/** An exported app. */
export interface AppJson {
  luis_schema_version: string;
  versionId: string;
  name: string;
  desc: string;
  culture: string;
  tokenizerVersion?: string;
  intents: JsonModel[];
  entities: (JsonEntity & { children?: (string | JsonPart)[] })[];
  hierarchicals?: JsonParent<string>[];
  composites: JsonParent<string>[];
  closedLists: (JsonEntity & { subLists: { canonicalForm: string; list: string[] }[] })[];
  patternAnyEntities: (JsonEntity & { explicitList: string[] })[];
  regex_entities: (JsonEntity & { regexPattern: string })[];
  prebuiltEntities: JsonEntity[];
  model_features?: JsonPhraseList[];
  phraselists?: JsonPhraseList[];
  regex_features: { name: string; pattern: string; activated: boolean }[];
  patterns: { pattern: string; intent: string }[];
  utterances: JsonUtterance[];
  settings?: { name: string; value: string }[];
}
