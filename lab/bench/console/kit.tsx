/** The kit's heavy components with realistic amounts of data, opened in a browser by the bench. */
import { render } from 'preact';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { BoxedImage } from '../../../console/kit/boxed-image.tsx';
import { Chart } from '../../../console/kit/chart.tsx';
import { TextField } from '../../../console/kit/form.tsx';
import { JsonView } from '../../../console/kit/json-view.tsx';
import { Table } from '../../../console/kit/table.tsx';
import { startTheme } from '../../../console/kit/theme.ts';

/** 10,000 utterances, filtered while typing. */
function Utterances() {
  const [search, setWanted] = useState('');
  const all = useMemo(
    () =>
      Array.from({ length: 10_000 }, (_, i) => ({
        id: i,
        text: `please book flight number ${i} to city ${i % 97}`,
        intent: `Intent${i % 40}`,
      })),
    [],
  );
  const rows = useMemo(() => all.filter(({ text }) => text.includes(search)), [all, search]);
  return (
    <>
      <TextField label="Find" value={search} onInput={setWanted} />
      <Table
        label="Utterances"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Text', width: '3fr', cell: ({ text }) => text },
          { title: 'Intent', cell: ({ intent }) => intent },
        ]}
      />
    </>
  );
}

/** 100,000 ranking events. */
function Events() {
  const rows = useMemo(() => Array.from({ length: 100_000 }, (_, i) => ({ id: `event-${i}`, reward: i % 3 })), []);
  return (
    <Table
      label="Events"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Event', cell: ({ id }) => id },
        { title: 'Reward', number: true, cell: ({ reward }) => reward },
      ]}
    />
  );
}

/** The analysis result of a 200-page document, about 5 MB. */
function Answer() {
  const value = useMemo(
    () => ({
      pages: Array.from({ length: 200 }, (_, page) => ({
        page,
        words: Array.from({ length: 220 }, (_one, i) => ({
          content: `word${i}`,
          polygon: [1.1, 2.2, 3.3, 2.2, 3.3, 4.4, 1.1, 4.4],
          confidence: 0.99,
          span: { offset: i * 7, length: 6 },
        })),
      })),
    }),
    [],
  );
  return <JsonView value={value} label="answer" />;
}

/** A page with 10,000 boxes. */
function Boxes() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const boxes = useMemo(
    () =>
      Array.from({ length: 10_000 }, (_, i) => {
        const [x, y] = [(i % 100) * 8, Math.floor(i / 100) * 11];
        return { id: String(i), points: [x, y, x + 7, y + 9], color: ((i % 6) + 1) as 1, label: `word ${i}` };
      }),
    [],
  );
  return (
    <BoxedImage
      label="A page"
      width={800}
      height={1100}
      boxes={boxes}
      selected={selected}
      onSelect={(box) => setSelected(new Set(box ? [box.id] : []))}
    />
  );
}

function Curve() {
  const { x, series } = useMemo(() => {
    const at = Array.from({ length: 5000 }, (_, i) => i);
    const values = at.map((i) => Math.sin(i / 300));
    return {
      x: at,
      series: [{ label: 'Reward', values, low: values.map((value) => value - 0.2), high: values.map((value) => value + 0.2) }],
    };
  }, []);
  return <Chart label="A chart" x={x} series={series} />;
}

const PARTS: Readonly<Record<string, () => JSX.Element>> = {
  utterances: Utterances,
  events: Events,
  answer: Answer,
  boxes: Boxes,
  curve: Curve,
};

const place = Object.assign(document.createElement('div'), { className: 'content' });
document.body.replaceChildren(place);
startTheme();

/** Renders a component and returns the milliseconds until it is painted. */
async function show(name: string): Promise<number> {
  const Part = PARTS[name]!;
  render(null, place);
  await painted();
  return await timed(() => render(<Part />, place));
}

async function timed(act: () => void): Promise<number> {
  const startedAt = performance.now();
  act();
  await painted();
  return performance.now() - startedAt;
}

/** Resolves after the next frame is on screen. */
function painted(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(0);
    }),
  );
}

async function repeated(times: number, act: (round: number) => void): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < times; round++) all.push(await timed(() => act(round)));
  return all;
}

async function typing(): Promise<number[]> {
  await show('utterances');
  const input = place.querySelector('input')!;
  const text = 'number 42';
  return await repeated(text.length, (round) => {
    input.value = text.slice(0, round + 1);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function scrolling(): Promise<number[]> {
  await show('events');
  const scroller = place.querySelector('.grid-scroll')!;
  return await repeated(20, (round) => {
    scroller.scrollTop = (round + 1) * 150_000;
  });
}

async function zooming(): Promise<number[]> {
  await show('boxes');
  const canvas = place.querySelector('canvas')!;
  return await repeated(
    20,
    (round) =>
      void canvas.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: round % 2 === 0 ? -40 : 40,
          clientX: 300,
          clientY: 300,
          bubbles: true,
          cancelable: true,
        }),
      ),
  );
}

Object.assign(globalThis, { show, typing, scrolling, zooming, elements: () => place.querySelectorAll('*').length });
