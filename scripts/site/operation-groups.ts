/** How the reference is divided: families of areas, and groups of operations by their paths. */
import type { DocumentedArea, DocumentedOperation } from './table.ts';

export interface Family {
  /** The folder below `reference/`. */
  slug: string;
  title: string;
  /** The vendor's names of the service. */
  vendorNames: readonly string[];
  /** The page that explains it. */
  guide: string;
  groups: readonly Group[];
}

interface Group {
  area: string;
  title: string;
  paths: RegExp;
}

const group = (area: string, title: string, paths: RegExp): Group => ({ area, title, paths });

const APP = String.raw`^/apps/\{appId\}(/versions/\{versionId\})?`;
const inApp = (title: string, names: string): Group => group('understanding', title, new RegExp(`${APP}/(${names})(/|$)`));

/** Conversation and text projects have the same paths. */
const projectGroups = (area: string): Group[] => [
  group(area, 'Import, export and migration', /[/:](import|export|check-import|fetch-project|migrateFromUnderstanding)(\/|$)/),
  group(area, 'Training', /[/:]train(\/|$)|training-config/),
  group(area, 'Models and evaluation', /\/models/),
  group(area, 'Deployments', /\/deployments/),
  group(area, 'Assigned accounts', /\/resources/),
  group(area, 'Logged queries', /\/queries/),
  group(area, 'Test sets', /\/test-sets/),
  group(area, 'Projects', /^\/projects/),
];

export const FAMILIES: readonly Family[] = [
  {
    slug: 'documents',
    title: 'Documents',
    vendorNames: ['Document Intelligence', 'Form Recognizer'],
    guide: 'documents',
    groups: [
      group('documents', 'Analysis', /^\/documentModels.*(:analyze|analyzeResults|analyzeBatch)/),
      group('documents', 'Models', /^\/(documentModels|info|operations)/),
      group('documents', 'Classifiers', /^\/documentClassifiers/),
      group('documents', 'Training sets', /^\/trainingSets/),
      group('documentsV2', 'Versions 2.0 and 2.1: prebuilt models', /^\/(layout|prebuilt)/),
      group('documentsV2', 'Versions 2.0 and 2.1: custom models', /^\/custom/),
    ],
  },
  {
    slug: 'faces',
    title: 'Faces',
    vendorNames: ['Face', 'Face API', 'Face person group'],
    guide: 'faces',
    groups: [
      group('faces', 'Detection and recognition', /^\/(detect|identify|verify|findsimilars|group)$/),
      group('faces', 'Person groups', /^\/persongroups/),
      group('faces', 'Large person groups', /^\/largepersongroups/),
      group('faces', 'Face lists', /^\/facelists/),
      group('faces', 'Large face lists', /^\/largefacelists/),
      group('faces', 'Person directory', /^\/(persons|dynamicpersongroups|operations\/\{operationId\})/),
      group('faces', 'Snapshots', /^\/(snapshots|operations)/),
      group('faces', 'Liveness (refused)', /^\/(detectLiveness|session)/),
    ],
  },
  {
    slug: 'understanding',
    title: 'Understanding',
    vendorNames: ['LUIS', 'Language Understanding'],
    guide: 'understanding',
    groups: [
      group('understandingPrediction3', 'Prediction v3.0', /./),
      group('understandingPrediction2', 'Prediction v2.0', /./),
      inApp('Train, publish and evaluate', 'train|publish|evaluation'),
      inApp('Utterances', 'examples?'),
      inApp('Intents', 'intents'),
      inApp('Learned entities', 'entities'),
      inApp('Hierarchical entities', 'hierarchicalentities'),
      inApp('Composite entities', 'compositeentities'),
      inApp('List entities', 'closedlists'),
      inApp('Regular expression entities', 'regexentities'),
      inApp('Pattern.Any entities', 'patternanyentities'),
      inApp('Prebuilt entities', 'prebuilts|listprebuilts'),
      group('understanding', 'Prebuilt domains', /\/customprebuilt/),
      inApp('Phrase lists and features', 'phraselists|features|patterns'),
      inApp('Patterns', 'patternrules?'),
      inApp('Logged queries and suggestions', 'suggest|querylogs'),
      inApp('Test sets', 'testsets'),
      group('understanding', 'Import, export and packages', /^\/package|\/(import|checkimport|export)$/),
      group('understanding', 'Permissions and accounts', /\/(permissions|cloudaccounts)/),
      group('understanding', 'Versions', /\/versions|\/clone$|\/models/),
      group('understanding', 'Apps', /^\/apps/),
    ],
  },
  {
    slug: 'conversations',
    title: 'Conversations',
    vendorNames: ['CLU', 'Conversational Language Understanding', 'Orchestration workflow'],
    guide: 'conversations',
    groups: [group('conversationsRuntime', 'Prediction and jobs', /./), ...projectGroups('conversations')],
  },
  {
    slug: 'texts',
    title: 'Texts',
    vendorNames: ['Custom text classification', 'Custom named entity recognition', 'Custom NER', 'Text Analytics', 'Language service'],
    guide: 'texts',
    groups: [group('textsRuntime', 'Prediction and jobs', /./), ...projectGroups('texts')],
  },
  {
    slug: 'ranking',
    title: 'Ranking',
    vendorNames: ['Personalizer'],
    guide: 'ranking',
    groups: [
      group('ranking', 'Rank and reward', /^\/(rank|events)/),
      group('ranking', 'Several slots', /^\/multislot/),
      group('ranking', 'Configuration', /^\/configurations/),
      group('ranking', 'Model', /^\/model/),
      group('ranking', 'Evaluations', /^\/(evaluations|featureImportances)/),
      group('ranking', 'Logs and metrics', /^\/(logs|learningMetrics|estimates)/),
    ],
  },
  {
    slug: 'accounts',
    title: 'Accounts and server',
    vendorNames: ['Resource', 'Azure AI services account', 'Cognitive Services account'],
    guide: 'accounts',
    groups: [
      group('accounts', 'Sign-in', /^\/(oauth2|sessions)/),
      group('accounts', 'Operators', /^\/operators/),
      group('accounts', 'Jobs', /\/jobs|^\/work/),
      group('accounts', 'Usage and audit', /\/(usage|audit|verifyAudit)$/),
      group('accounts', 'Server', /^\/(server|activity|backup)/),
      group('accounts', 'Accounts and keys', /./),
    ],
  },
];

export interface FamilyOperations extends Family {
  areas: readonly DocumentedArea[];
  sections: readonly { title: string; operations: readonly DocumentedOperation[] }[];
}

/** Every operation in its group; throws where one belongs to none. */
export function groupOperations(areas: readonly DocumentedArea[]): FamilyOperations[] {
  const places = areas.flatMap((area) => area.operations.map((operation) => ({ area, operation, place: placeOf(area.name, operation) })));
  return FAMILIES.map((family) => ({
    ...family,
    areas: areas.filter(({ name }) => family.groups.some((one) => one.area === name)),
    sections: family.groups
      .map((one) => ({ title: one.title, operations: places.filter(({ place }) => place === one).map(({ operation }) => operation) }))
      .filter(({ operations }) => operations.length > 0),
  }));
}

function placeOf(area: string, { id, path }: DocumentedOperation): Group {
  const found = FAMILIES.flatMap(({ groups }) => groups).find((one) => one.area === area && one.paths.test(path));
  if (!found) throw new Error(`${id} (${path}) belongs to no group of the reference: see scripts/site/operation-groups.ts.`);
  return found;
}
