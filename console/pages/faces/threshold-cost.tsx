/** What a threshold costs, in words: strangers who are accepted, and the right person who is not. */
import { t } from '../../i18n/messages.ts';
import { plural } from '../../kit/format.ts';
import { falseIdentificationRate, falseMatchRate, formatRate, missRate } from './matches.ts';

/** `size` is that of a group that is searched; without it, one face is compared with another. */
export function ThresholdCost({ threshold, size }: { threshold: number; size?: { persons: number; faces: number } }) {
  const missed = formatRate(missRate(threshold));
  return (
    <>
      {size
        ? t('Of strangers, about {rate} would be accepted as one of its {persons}.', {
            rate: formatRate(falseIdentificationRate(threshold, size)),
            persons: plural(size.persons, 'person', 'people'),
          })
        : t('Of strangers, about {rate} would be accepted.', { rate: formatRate(falseMatchRate(threshold)) })}{' '}
      {t('Of photos of the right person, about {missed} would be missed, each compared with one stored face.', { missed })}
    </>
  );
}
