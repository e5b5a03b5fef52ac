/**
 * What the command palette finds beside the actions of the page: places of the console under our names and the vendor's, and the apps,
 * projects, sets, models, groups and accounts that exist.
 */
import { t } from '../i18n/messages.ts';
import { accounts, clientOf, selectAccount, shortName, type Account } from '../kit/accounts.ts';
import type { PageAction } from '../kit/actions.ts';
import { canUseArea, currentRoute, joinPath, navigate } from '../kit/router.tsx';
import { pages } from '../pages.ts';

/** An action that opens a path; `words` are found too. */
function goTo(group: string, title: string, to: string, words = ''): PageAction {
  return { title, group, words, run: () => navigate(to) };
}

/** Tabs and actions that need nothing to exist. */
function placesOf(account: Account | undefined): PageAction[] {
  const at = account ? joinPath('accounts', ...shortName(account).split('/')) : '/accounts';
  const [understanding, conversations, texts, documents, faces, ranking, home] = [
    t('Understanding'),
    t('Conversations'),
    t('Texts'),
    t('Documents'),
    t('Faces'),
    t('Ranking'),
    t('Home'),
  ];
  return [
    goTo(understanding, t('Import a LUIS app'), '/understanding/import', 'luis bot migrate bring over file lu json'),
    goTo(understanding, t('Train, try or publish a LUIS app'), '/understanding', 'luis train publish test export versions'),
    goTo(home, t('Fetch apps from a LUIS resource'), '/?task=luis', 'luis migrate address key'),
    goTo(conversations, t('Import a CLU project'), '/conversations?import=1', 'clu migrate bring over file json'),
    goTo(conversations, t('Train, try or deploy a CLU project'), '/conversations', 'clu train publish deploy test export orchestration'),
    goTo(texts, t('Import a custom text project'), '/texts?import=1', 'custom text classification ner migrate file'),
    goTo(texts, t('Train, try or deploy a custom text project'), '/texts', 'custom text analytics train publish deploy test export'),
    goTo(documents, t('Analyze a document'), '/documents', 'form recognizer document intelligence ocr read layout invoice receipt'),
    goTo(documents, t('Label and build a model'), '/documents?tab=sets', 'form recognizer studio custom train labels'),
    goTo(documents, t('Models'), '/documents?tab=models', 'form recognizer compose copy'),
    goTo(documents, t('Compare models'), '/documents?tab=compare', 'form recognizer'),
    goTo(documents, t('Classifiers'), '/documents?tab=classifiers', 'form recognizer classify split'),
    goTo(faces, t('Groups of people'), '/faces', 'face persongroups train'),
    goTo(faces, t('Face lists'), '/faces?tab=lists', 'face'),
    goTo(faces, t('Identify'), '/faces?tab=identify', 'face who'),
    goTo(faces, t('Verify'), '/faces?tab=verify', 'face same'),
    goTo(faces, t('Find similar'), '/faces?tab=similar', 'face'),
    goTo(faces, t('Detect'), '/faces?tab=detect', 'face attributes landmarks'),
    goTo(ranking, t('Overview of the loop'), '/ranking', 'personalizer learning reward'),
    goTo(ranking, t('Events'), '/ranking?tab=events', 'personalizer rank log'),
    goTo(ranking, t('Playground'), '/ranking?tab=playground', 'personalizer try rank reward'),
    goTo(ranking, t('Evaluations'), '/ranking?tab=evaluations', 'personalizer offline counterfactual'),
    goTo(ranking, t('Settings of the loop'), '/ranking?tab=settings', 'personalizer exploration wait time reward apprentice'),
    goTo(ranking, t('Export or import the model'), '/ranking?tab=model', 'personalizer export import reset learning settings'),
    goTo(t('Accounts'), t('Keys'), at, 'keys secret limits subscription regenerate'),
    goTo(t('Accounts'), t('Connect your client'), `${at}?tab=connect`, 'connect endpoint sdk curl python javascript csharp java code'),
    goTo(t('Accounts'), t('Usage'), `${at}?tab=usage`, 'usage billing calls csv'),
    goTo(t('Accounts'), t('Jobs'), `${at}?tab=jobs`, 'jobs running training log retry'),
    goTo(t('Accounts'), t('Audit log'), `${at}?tab=audit`, 'audit'),
    goTo(t('Server'), t('Download backup'), '/server', 'backup health version'),
    goTo(t('Server'), t('Restore a backup'), '/server', 'restore recover'),
  ];
}

/** Actions of a thing that has tabs. */
function withTabs(group: string, title: string, to: string, words: string, tabs: readonly (readonly [string, string])[]): PageAction[] {
  return [goTo(group, title, to, words), ...tabs.map(([tab, name]) => goTo(group, `${title}: ${name}`, `${to}?tab=${tab}`, words))];
}

const PROJECT_TABS = [
  ['training', t('Train')],
  ['evaluation', t('Evaluation')],
  ['deployments', t('Publish')],
  ['playground', t('Try')],
  ['review', t('Review')],
] as const;
const APP_TABS = [
  ['playground', t('Try')],
  ['review', t('Review')],
  ['evaluation', t('Evaluation')],
  ['versions', t('Publish, export')],
  ['settings', t('Settings')],
] as const;
const MAX_THINGS = 200;

type Get = <T>(path: string) => Promise<T>;

interface Named {
  title: string;
  path: string[];
}

/** One request for each kind of thing, if the account can use its area. */
const SOURCES: readonly {
  area: string;
  words: string;
  tabs: readonly (readonly [string, string])[];
  list: (get: Get) => Promise<Named[]>;
}[] = [
  {
    area: 'understanding',
    words: 'luis app bot',
    tabs: APP_TABS,
    list: async (get) =>
      (await get<{ id: string; name: string }[]>(`/luis/authoring/v3.0-preview/apps?take=${MAX_THINGS}`)).map(({ id, name }) => ({
        title: name,
        path: ['understanding', id],
      })),
  },
  ...(['conversations', 'texts'] as const).map((area) => ({
    area,
    words: area === 'texts' ? 'custom text project' : 'clu project',
    tabs: PROJECT_TABS,
    list: async (get: Get) =>
      (
        await get<{ value: { projectName: string }[] }>(
          `/language/authoring/analyze-${area === 'texts' ? 'text' : 'conversations'}/projects?api-version=2023-04-01&top=${MAX_THINGS}`,
        )
      ).value.map(({ projectName }) => ({ title: projectName, path: [area, projectName] })),
  })),
  {
    area: 'documents',
    words: 'form recognizer training set',
    tabs: [],
    list: async (get) =>
      (await get<{ value: { setId: string }[] }>('/documentanalysis/trainingSets?api-version=2024-11-30')).value.map(({ setId }) => ({
        title: setId,
        path: ['documents', 'sets', setId],
      })),
  },
  {
    area: 'documents',
    words: 'form recognizer model',
    tabs: [],
    list: async (get) =>
      (await get<{ value: { modelId: string }[] }>('/documentanalysis/documentModels?api-version=2024-11-30')).value.map(({ modelId }) => ({
        title: modelId,
        path: ['documents', 'models', modelId],
      })),
  },
  {
    area: 'faces',
    words: 'face person group',
    tabs: [],
    list: async (get) =>
      (await get<{ personGroupId: string; name: string }[]>(`/face/v1.0/persongroups?top=${MAX_THINGS}`)).map(
        ({ personGroupId, name }) => ({ title: name, path: ['faces', 'persongroups', personGroupId] }),
      ),
  },
];

/** The accounts, the places, and what the selected account has. `onFound` is called as answers arrive. */
export function loadThings(onFound: (actions: readonly PageAction[]) => void, signal: AbortSignal): void {
  const all = accounts.get();
  const account = selectAccount(all, currentRoute().query.get('account'));
  let found = [
    ...placesOf(account),
    ...all.map((one) => goTo(t('Account'), shortName(one), joinPath('accounts', ...shortName(one).split('/')), `account ${one.kind}`)),
  ];
  onFound(found);
  if (!account) return;
  const client = clientOf(account);
  const get: Get = async (path) => await client.get(path, { signal, quiet: true });
  for (const { area, words, tabs, list } of SOURCES) {
    const page = pages.find(({ path }) => path === area)!;
    if (!canUseArea(page, account.kind)) continue;
    void list(get).then(
      (things) => {
        if (signal.aborted) return;
        found = [...found, ...things.flatMap(({ title, path }) => withTabs(page.title, title, joinPath(...path), words, tabs))];
        onFound(found);
      },
      // Pages show what fails; the search offers what it has.
      () => undefined,
    );
  }
}
