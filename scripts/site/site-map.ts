/** The pages that are written by hand or by `npm run docs`, in the order in which they are read. */
import { FAMILIES } from './families.ts';

export interface GuidePage {
  slug: string;
  /** Below the repository. */
  file: string;
  /** In the navigation. */
  title: string;
  /** The sections of the file that it has, where a file becomes several pages. */
  sections?: readonly string[];
  /** The vendor's names for it, which people search for. */
  vendorNames?: readonly string[];
  /** A few words about it, where it is listed. */
  about?: string;
}

export interface GuideSection {
  title: string;
  pages: readonly GuidePage[];
}

const page = (slug: string, title: string, vendorNames?: readonly string[]): GuidePage => ({
  slug,
  file: `docs/${slug}.md`,
  title,
  vendorNames,
});
/** A page from sections of docs/operate.md. */
const operating = (slug: string, title: string, ...sections: string[]): GuidePage => ({ slug, file: 'docs/operate.md', title, sections });
const area = (slug: string): GuidePage => {
  const { title, vendorNames } = FAMILIES.find((family) => family.slug === slug)!;
  return page(slug, title, vendorNames);
};

export const SECTIONS: readonly GuideSection[] = [
  { title: 'Start', pages: [page('start', 'Five minutes to your own data'), page('console', 'The console')] },
  {
    title: 'Areas',
    pages: [
      area('documents'),
      area('faces'),
      area('understanding'),
      area('conversations'),
      area('texts'),
      area('ranking'),
      page('languages', 'Languages'),
    ],
  },
  {
    title: 'Migrate',
    pages: [
      page('migrate', 'From the vendor, step by step'),
      page('migrate-apps', 'Apps to conversation projects', ['LUIS to CLU']),
      page('differences', 'Differences from the vendor'),
      page('clients', 'Clients that are tested', ['SDK', 'Azure SDK']),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('operate', 'On one machine'),
      operating('container', 'In a container', 'Container', 'Replicas on one machine'),
      operating('kubernetes', 'On Kubernetes', 'Kubernetes'),
      operating('postgresql', 'PostgreSQL, replicas and blobs', 'PostgreSQL', 'Blobs'),
      operating('accounts', 'Accounts, keys and limits', 'Accounts', 'What accounts share'),
      operating('observe', 'Metrics, traces and dashboards', 'Observe'),
      operating('backup', 'Backup, restore, verify', 'Backup, restore, verify', 'When storage fails'),
      operating('upgrade', 'Upgrade', 'Upgrade'),
      page('scale', 'Scale and costs'),
      page('settings', 'Settings'),
      page('security', 'Security'),
    ],
  },
  {
    title: 'Internals',
    pages: [
      page('architecture', 'Architecture'),
      { slug: 'adr', file: 'docs/adr/README.md', title: 'Decisions' },
      { slug: 'contributing', file: 'CONTRIBUTING.md', title: 'Contributing' },
      { slug: 'changelog', file: 'CHANGELOG.md', title: 'Changes' },
      page('packages', 'Packages of the release'),
    ],
  },
];

/** Pages of the reference that are generated as Markdown, besides the operations. */
export const REFERENCE_PAGES: readonly GuidePage[] = [
  { ...page('support', 'Support matrix'), about: 'every operation of the interface and whether it is served' },
  { ...page('errors', 'Errors'), about: 'every failure and its remedy' },
];

export const HOME_PAGE: GuidePage = { slug: '', file: 'docs/README.md', title: 'Documentation' };
export const ADR_FOLDER = 'docs/adr';

/** Operations that the examples of a guide call with the vendor's clients, with the guide. */
export const CLIENT_EXAMPLES: Readonly<Record<string, string>> = {
  'documents.analyzeDocument': 'documents',
  'faces.detect': 'faces',
  'understanding.predictSlot': 'understanding',
  'conversations.analyze': 'conversations',
  'textsRuntime.submitJob': 'texts',
  'ranking.rank': 'ranking',
};
