/** Learning settings to start from, as Vowpal Wabbit arguments. */
import { t } from '../../i18n/messages.ts';

export const PRESETS: readonly { label: string; arguments: string }[] = [
  {
    label: t('SquareCB: by score gap (default)'),
    arguments: '--cb_explore_adf --squarecb --gamma_scale 15 --gamma_exponent 0.5 --epsilon 0.02',
  },
  { label: t('Epsilon-greedy: a fixed share at random'), arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' },
  { label: t('Softmax: by score'), arguments: '--cb_explore_adf --softmax --lambda 10 --epsilon 0.02' },
  { label: t('Bagging: by votes of several models'), arguments: '--cb_explore_adf --bag 5 --epsilon 0.02' },
  { label: t('RegCB: by confidence bounds'), arguments: '--cb_explore_adf --regcb --mellowness 0.1 --epsilon 0.02' },
  { label: t('Multi-slot'), arguments: '--ccb_explore_adf --squarecb --epsilon 0.02' },
];
