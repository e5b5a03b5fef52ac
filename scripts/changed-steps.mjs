// Prints which steps of npm test a pull request needs, by the paths that it changes: `node scripts/changed-steps.mjs BASE`, for the
// workflow. Runs on Node 20 and later, without packages.
import { execFileSync } from 'node:child_process';

const EVERYTHING = /^(package(-lock)?\.json|scripts\/(setup|test|browser)|test\/support\/|\.github\/|weights\/)/;
const PATHS = {
  integration: /^src\//,
  acceptance: /^(src|bin)\/|^test\/(acceptance|clients|upgrade)\//,
  faults: /^src\/(?!docs\/|areas\/.*\/README)|^test\/faults\//,
  storage: /^src\/(storage|kernel|jobs|accounts|shared)\/|^test\/storage\//,
  browser: /^(console|src\/(http|app|accounts|areas|docs)|docs)\/|^test\/browser\//,
  deploy: /^(deploy|bin)\/|^test\/deploy\//,
  'deep-deploy': /^(deploy|bin)\/|^test\/deploy\/|^scripts\/build/,
  'deep-acceptance': /^(bin\/|scripts\/(build|release)|package\.json)/,
};

const changed = execFileSync('git', ['diff', '--name-only', `${process.argv[2]}...HEAD`], { encoding: 'utf8' })
  .trim()
  .split('\n');
const steps = Object.entries(PATHS).flatMap(([step, pattern]) => {
  const isTouched = changed.some((path) => pattern.test(path) || (!step.startsWith('deep') && EVERYTHING.test(path)));
  return isTouched ? [step] : [];
});
console.log(`steps=${JSON.stringify(steps)}`);
