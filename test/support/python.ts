/** Finds a Python with the vendor's client packages. */
import { spawnSync } from 'node:child_process';

const LIST = `
import importlib.metadata, json
print(json.dumps({one.metadata["Name"].lower(): one.version for one in importlib.metadata.distributions() if one.metadata["Name"]}))
`;

export interface Python {
  program: string;
  /** Versions of the installed packages, by name. */
  packages: ReadonlyMap<string, string>;
}

const listed = new Map<string, Python | undefined>();

function listPackages(program: string): Python | undefined {
  const { status, stdout } = spawnSync(program, ['-c', LIST], { encoding: 'utf8' });
  return status === 0 ? { program, packages: new Map(Object.entries(JSON.parse(stdout) as Record<string, string>)) } : undefined;
}

/** The Python that has the most of these packages; undefined if there is none at all. */
export function findPython(wanted: readonly string[], programs = ['/usr/bin/python3', 'python3']): Python | undefined {
  const found = programs.flatMap((program) => {
    if (!listed.has(program)) listed.set(program, listPackages(program));
    return listed.get(program) ?? [];
  });
  const count = ({ packages }: Python): number => wanted.filter((name) => packages.has(name)).length;
  return found.sort((a, b) => count(b) - count(a))[0];
}
