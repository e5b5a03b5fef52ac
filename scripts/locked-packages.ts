/** The packages of the lock file, with their licenses. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface LockedPackage {
  /** Where it is installed, such as `node_modules/pg`. */
  path: string;
  name: string;
  version: string;
  license: string;
  integrity?: string;
  resolved?: string;
  isDev: boolean;
  isOptional: boolean;
  hasInstallScript: boolean;
}

interface LockEntry {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  link?: boolean;
}

export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockEntry> };
  return (
    Object.entries(packages)
      // Not the package itself and its workspaces.
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, entry]) => ({
        path,
        name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version: entry.version,
        license: entry.license ?? '',
        integrity: entry.integrity,
        resolved: entry.resolved,
        isDev: entry.dev ?? false,
        isOptional: (entry.optional ?? false) || (entry.devOptional ?? false),
        hasInstallScript: entry.hasInstallScript ?? false,
      }))
  );
}

/** The license in the package.json of an installed package; undefined where it is not installed, as for other platforms. */
export function installedLicense({ path }: LockedPackage): string | undefined {
  const file = join(root, path, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: string | { type: string };
    licenses?: { type: string }[];
  };
  return typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type ?? '');
}

/** Packages of the server, without those of the tests, once for each name and version. */
export function releasedPackages(): LockedPackage[] {
  const released = lockedPackages().filter(({ isDev }) => !isDev);
  const unique = new Map(released.map((locked) => [`${locked.name}@${locked.version}`, locked]));
  return [...unique.values()].sort((a, b) => (a.name === b.name ? a.version.localeCompare(b.version) : a.name < b.name ? -1 : 1));
}
