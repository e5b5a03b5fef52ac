/** A tour of two minutes: a note beside each real control. Arrows or Enter step, Esc leaves; the page stays usable. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { Button } from '../kit/parts.tsx';
import { navigate } from '../kit/router.tsx';

interface Stop {
  /** The control; a stop without a visible one is left out. */
  at: string;
  title: string;
  text: string;
}

const STOPS: readonly Stop[] = [
  {
    at: '.home-tasks',
    title: t('Start with what you have'),
    text: t(
      'Choose what you want to keep alive. Bring it over from a file or your Azure resource, or try a sample in an account of its own.',
    ),
  },
  {
    at: '.side nav > div',
    title: t('One area for each service'),
    text: t("Under our name and the vendor's. Each has its own playground, training, evaluation and publishing."),
  },
  {
    at: '.top .account',
    title: t('The account'),
    text: t(
      'Accounts keep data apart, each with two keys and its own limits. The chosen one is part of the address, so links can be shared.',
    ),
  },
  {
    at: '.top .search',
    title: t('Search everything'),
    text: t('Ctrl K finds apps, projects, models, groups, tabs and actions, also by words such as luis, publish or export.'),
  },
  {
    at: '.top .calls-button',
    title: t('Every click is a call'),
    text: t('The calls of the page as curl and JavaScript, ready for a script.'),
  },
  {
    at: '.side footer',
    title: t('Language, theme, API'),
    text: t('English, German and Spanish; light and dark; the reference of all operations. Press ? for keyboard shortcuts.'),
  },
];
const GAP = 12;
const WIDTH = 340;

export function Tour({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0);
  const [stops, setStops] = useState<readonly Stop[]>([]);
  const [place, setPlace] = useState<Record<string, string>>();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    navigate('/');
    // The home page may have to be loaded.
    let tries = 0;
    const look = (): void => {
      if (!document.querySelector(STOPS[0]!.at) && tries++ < 60) return void (timer = setTimeout(look, 50));
      setStops(STOPS.filter((stop) => isVisible(document.querySelector(stop.at))));
    };
    let timer = setTimeout(look);
    return () => clearTimeout(timer);
  }, []);
  const stop = stops[at];
  useLayoutEffect(() => {
    const target = stop && document.querySelector<HTMLElement>(stop.at);
    if (!target) return;
    target.scrollIntoView({ block: 'nearest' });
    target.classList.add('tour-target');
    const arrange = (): void => setPlace(placeBeside(target.getBoundingClientRect(), note.current?.offsetHeight ?? 0));
    arrange();
    note.current?.focus({ preventScroll: true });
    addEventListener('resize', arrange);
    return () => {
      target.classList.remove('tour-target');
      removeEventListener('resize', arrange);
    };
  }, [stop]);
  if (!stop) return null;
  const isLast = at === stops.length - 1;
  const step = (by: number): void => (at + by >= stops.length ? onClose() : setAt(Math.max(0, at + by)));
  return (
    <div
      class="tour"
      role="dialog"
      aria-label={t('Tour')}
      tabIndex={-1}
      ref={note}
      style={place}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (event.key === 'Escape') onClose();
        else if (by !== undefined) step(by);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <h2>{stop.title}</h2>
      <p>{stop.text}</p>
      <div class="spread">
        <span class="soft small">{t('{step} of {count}', { step: at + 1, count: stops.length })}</span>
        <span class="row">
          <Button kind="quiet" onClick={onClose} text={t('Leave tour')} />
          <Button needs="view" kind="primary" onClick={() => step(1)} text={isLast ? t('Done') : t('Next')} />
        </span>
      </div>
    </div>
  );
}

/** In a narrow window some controls are behind the menu. */
function isVisible(element: Element | null): boolean {
  return element !== null && element.checkVisibility({ visibilityProperty: true });
}

/** Below the control, above it, or within the window. */
function placeBeside({ left, right, top, bottom }: DOMRect, height: number): Record<string, string> {
  const width = Math.min(WIDTH, innerWidth - 2 * GAP);
  const clamp = (value: number, most: number): number => Math.max(GAP, Math.min(value, most - GAP));
  // Beside a column at the edge of the window, else below or above.
  const beside = right < innerWidth / 3;
  const y = beside ? top : bottom + GAP + height < innerHeight ? bottom + GAP : top - GAP - height > 0 ? top - GAP - height : GAP;
  return {
    width: `${width}px`,
    left: `${clamp(beside ? right + GAP : left, innerWidth - width)}px`,
    top: `${clamp(y, innerHeight - height)}px`,
  };
}
