import { t } from '../../i18n/messages.ts';

/** Whether a text is trained on or tested with. */
export const SPLITS = [
  { value: '', label: t('Automatic') },
  { value: 'Train', label: t('training') },
  { value: 'Test', label: t('test') },
];
