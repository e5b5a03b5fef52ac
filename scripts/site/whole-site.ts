/** The site with all areas and the management plane. */
import { fileURLToPath } from 'node:url';
import { areas } from '../../src/areas.ts';
import { VERSION } from '../../src/version.ts';
import { management } from '../../test/support/management.ts';
import { buildSite } from './build.ts';
import type { Site } from './build.ts';
import { describeAreas } from './table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `base` is the path under which it is served. */
export async function buildWholeSite(base: string): Promise<Site> {
  return await buildSite({ root: ROOT, base, version: VERSION, areas: describeAreas([management, ...areas]) });
}
