/** What people come to keep alive, with the shortest way for each. */
import { t } from '../../i18n/messages.ts';
import type { IconName } from '../../kit/icons.tsx';

/** A way to bring it over. */
export interface Way {
  title: string;
  about: string;
  /** A page of the console where it is done. */
  to?: string;
  /** A form on this page: apps of a resource that still answers. */
  form?: 'luis';
  /** A command for a shell. */
  command?: string;
}

export interface Task {
  id: string;
  /** The vendor's name. */
  title: string;
  /** The page of its area. */
  area: string;
  icon: IconName;
  about: string;
  ways: readonly Way[];
  /** From here to the client. */
  steps: readonly string[];
}

const IMPORTED = t('An exported file: it is checked first, and nothing is written until you confirm.');

const COMPARE: Way = {
  title: t('Compare the answers'),
  about: t('What your Azure resource answered, beside what this server answers.'),
  to: '/migration',
};

export const tasks: readonly Task[] = [
  {
    id: 'luis',
    title: t('A LUIS bot'),
    area: 'understanding',
    icon: 'understanding',
    about: t('Apps of luis.ai with versions and publish slots, for Bot Framework, Composer and the LUIS clients.'),
    ways: [
      { title: t('From a file'), about: t('An exported .json or .lu file, of any schema version.'), to: '/understanding/import' },
      {
        title: t('From your Azure resource'),
        about: t('Endpoint and key, while the resource is still up. Apps become CLU projects.'),
        form: 'luis',
      },
      { title: t('From a shell'), about: t('For scripts and many apps.'), command: 'npx perennial understanding import app.json' },
      COMPARE,
    ],
    steps: [t('Train'), t('Try'), t('Publish'), t('Change one line')],
  },
  {
    id: 'clu',
    title: t('A CLU project'),
    area: 'conversations',
    icon: 'conversations',
    about: t('Projects of Language Studio with deployments, and orchestration of several: the successor of LUIS.'),
    ways: [
      { title: t('From a file'), about: IMPORTED, to: '/conversations?import=1' },
      {
        title: t('From your Azure resource'),
        about: t('Endpoint, key and project name, while the resource is still up.'),
        to: '/conversations?import=resource',
      },
      COMPARE,
    ],
    steps: [t('Train'), t('Try'), t('Deploy'), t('Change one line')],
  },
  {
    id: 'documents',
    title: t('Form Recognizer documents'),
    area: 'documents',
    icon: 'documents',
    about: t('Text, tables and fields, with prebuilt models or your own labeled forms.'),
    ways: [
      { title: t('Analyze a document'), about: t('Prebuilt models need nothing to be brought over.'), to: '/documents' },
      {
        title: t('Bring labeled forms'),
        about: t('The files of the labeling tool, or a zip of them; the model is built again here.'),
        to: '/documents?tab=sets',
      },
      COMPARE,
    ],
    steps: [t('Label'), t('Build'), t('Try'), t('Change one line')],
  },
  {
    id: 'personalizer',
    title: t('A Personalizer loop'),
    area: 'ranking',
    icon: 'ranking',
    about: t('Rank calls and rewards, with learning that you can watch.'),
    ways: [
      { title: t('Point your client here'), about: t('The loop learns from its next events: nothing has to be moved.'), to: '/ranking' },
      {
        title: t('Bring settings and model'),
        about: t('Learning settings and a model of the old loop, from files.'),
        to: '/ranking?tab=model',
      },
    ],
    steps: [t('Change one line'), t('Watch'), t('Evaluate')],
  },
  {
    id: 'faces',
    title: t('Face groups'),
    area: 'faces',
    icon: 'faces',
    about: t('Person groups, face lists, verification. No approval form.'),
    ways: [
      {
        title: t('Add the images again'),
        about: t('Drop a folder: each image becomes a person. Templates of another network cannot be compared.'),
        to: '/faces',
      },
    ],
    steps: [t('Enrol'), t('Train'), t('Identify'), t('Change one line')],
  },
  {
    id: 'texts',
    title: t('Custom text'),
    area: 'texts',
    icon: 'texts',
    about: t('Classes of documents and entities in them, and Text Analytics.'),
    ways: [
      { title: t('From a file'), about: IMPORTED, to: '/texts?import=1' },
      {
        title: t('From your Azure resource'),
        about: t('Endpoint, key and project name, while the resource is still up.'),
        to: '/texts?import=resource',
      },
    ],
    steps: [t('Train'), t('Try'), t('Deploy'), t('Change one line')],
  },
];
