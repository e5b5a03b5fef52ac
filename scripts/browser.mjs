// Finds the browser of the browser tests: Chrome, Chromium or Edge. Uses nothing but Node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 60_000;
/** Without windows, in two thirds of the CPU time: preferred. */
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = [
  ...HEADLESS_NAMES,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_PATHS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const LINUX_PATHS = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/snap/bin/chromium',
  '/var/lib/flatpak/exports/bin/org.chromium.Chromium',
  '/var/lib/flatpak/exports/bin/com.google.Chrome',
];

/** What the set-up found: `{ path }`, or `{ reason }` why there is none. */
export const RESULT_FILE = fileURLToPath(new URL('../node_modules/.cache/perennial/browser.json', import.meta.url));

/** The first two render pages for the address bar of each window, in a third of the CPU time; Playwright switches off the others. */
const DISABLED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled', 'HttpsUpgrades', 'OptimizationHints', 'PaintHolding'];

/** Flags that a browser needs as root and in containers; it only ever opens pages of ours. */
export const LAUNCH_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** The browser named by PERENNIAL_CHROMIUM, else the one the set-up found: `{ path }` or `{ reason }`. */
export function browser() {
  const named = process.env.PERENNIAL_CHROMIUM;
  if (named === 'none') return { reason: 'PERENNIAL_CHROMIUM is none' };
  if (named) return existsSync(named) ? { path: named } : { reason: `PERENNIAL_CHROMIUM names ${named}, which does not exist` };
  if (existsSync(RESULT_FILE)) {
    const result = JSON.parse(readFileSync(RESULT_FILE, 'utf8'));
    if (result.path === undefined || existsSync(result.path)) return result;
  }
  const path = findBrowser(() => true);
  return path === undefined ? { reason: 'no Chrome, Chromium or Edge was found' } : { path };
}

/** The first installed browser that starts. */
export function findBrowser(isUsable = startsUp) {
  return candidates().find((path) => existsSync(path) && isUsable(path));
}

/** One without windows. */
export function findHeadlessBrowser() {
  const path = findBrowser();
  return path !== undefined && HEADLESS_NAMES.some((name) => path.includes(name)) ? path : undefined;
}

/** Ubuntu's chromium-browser may be a script that asks for a snap, and a browser may lack libraries: so it has to load a page. */
export function startsUp(path) {
  const profile = mkdtempSync(join(tmpdir(), 'perennial-browser-'));
  const args = ['--headless', ...LAUNCH_FLAGS, `--user-data-dir=${profile}`, '--dump-dom', 'data:text/html,<p>ready</p>'];
  const { status, stdout } = spawnSync(path, args, { encoding: 'utf8', timeout: START_TIMEOUT_MS, stdio: ['ignore', 'pipe', 'ignore'] });
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  return status === 0 && stdout.includes('<p>ready</p>');
}

function candidates() {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => join(folder, name + suffix)));
  return [...onPath, ...usualPlaces()];
}

function usualPlaces() {
  const { env, platform } = process;
  if (platform === 'darwin')
    return ['', env.HOME ?? ''].flatMap((home) => MAC_APPS.map((app) => `${home}/Applications/${app}.app/Contents/MacOS/${app}`));
  if (platform !== 'win32') return LINUX_PATHS;
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
  return folders.flatMap((folder) => WINDOWS_PATHS.map((path) => join(folder, path)));
}
