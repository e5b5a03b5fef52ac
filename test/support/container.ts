/**
 * Builds the image of the server with buildah and runs it as a container runtime would: non-root, without capabilities, on a read-only
 * root. Works offline: files of this machine make the base image, and its installed packages are those of the image.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What the build steps call, and libraries that native modules load although Node does not. */
const BASE_PROGRAMS = ['/bin/sh', '/bin/chmod', '/bin/mkdir', '/bin/rm', process.execPath];
const BASE_LIBRARIES = ['libstdc++.so.6', 'libgcc_s.so.1', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'librt.so.1', 'libresolv.so.2'];

export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  StopSignal: string;
  Labels: Record<string, string>;
  Volumes: Record<string, object>;
  ExposedPorts: Record<string, object>;
  Healthcheck: { Test: string[] };
}

/** Why no image can be built and run here; undefined if it can. */
export function whyNoContainers(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'building an image needs Linux and root';
  if (!isProgram('buildah')) return 'buildah is not installed';
  for (const name of ['unshare', 'setpriv', 'nsenter', 'ldd']) if (!isProgram(name)) return `${name} is not installed`;
  const folder = mkdtempSync(join(tmpdir(), 'perennial-buildah-'));
  try {
    buildah(folder, 'from', 'scratch');
    return undefined;
  } catch (error) {
    return `buildah does not work here: ${(error as Error).message}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An image in a storage of its own, which `remove` deletes. */
export class Image {
  readonly #folder = mkdtempSync(join(tmpdir(), 'perennial-image-'));
  readonly config: ImageConfig;
  /** The root of the built image. */
  readonly rootfs: string;
  readonly bytes: number;
  readonly baseBytes: number;

  constructor() {
    try {
      this.#createBase();
      this.#createPackages();
      this.#buildah(
        ...['build', '--isolation', 'chroot', '--format', 'docker', '--quiet', '--file', join(ROOT, 'deploy/Dockerfile')],
        ...['--build-arg', 'BASE=localhost/base', '--build-context', `packages=${join(this.#folder, 'packages')}`],
        ...['--build-arg', 'VERSION=1.2.3', '--tag', 'localhost/perennial', ROOT],
      );
      const container = this.#buildah('from', 'localhost/perennial');
      this.rootfs = this.#buildah('mount', container);
      this.config = (JSON.parse(this.#buildah('inspect', '--type', 'image', 'localhost/perennial')) as Inspected).Docker.config;
      const sizes = JSON.parse(this.#buildah('images', '--json')) as { names: string[]; size: string }[];
      const [bytes, baseBytes] = ['localhost/perennial:latest', 'localhost/base:latest'].map((name) =>
        bytesOf(sizes.find(({ names }) => names.includes(name))!.size),
      );
      this.bytes = bytes!;
      this.baseBytes = baseBytes!;
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  remove(): void {
    spawnSync('buildah', [...storageOptions(this.#folder), 'rm', '--all']);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #buildah(...args: string[]): string {
    return buildah(this.#folder, ...args);
  }

  /** Programs of this machine with the libraries that they load. */
  #createBase(): void {
    const folder = join(this.#folder, 'base');
    for (const name of ['tmp', 'etc', 'usr/local/bin', 'proc', 'dev', 'sys']) mkdirSync(join(folder, name), { recursive: true });
    const linked = BASE_PROGRAMS.flatMap((program) => [...run('ldd', program).matchAll(/(\/\S+) \(/g)].map(([, path]) => path!));
    const known = run('ldconfig', '-p').split('\n');
    const loaded = BASE_LIBRARIES.flatMap((name) => known.find((line) => line.trim().startsWith(`${name} `))?.split(' => ')[1] ?? []);
    run('cp', '--dereference', '--parents', ...new Set([...linked, ...loaded, ...BASE_PROGRAMS.slice(0, -1)]), folder);
    run('cp', process.execPath, join(folder, 'usr/local/bin/node'));
    const container = this.#buildah('from', 'scratch');
    this.#buildah('copy', '--quiet', container, folder, '/');
    this.#buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
    this.#buildah('commit', '--quiet', '--rm', container, 'localhost/base');
  }

  /** What `npm ci --omit=dev` installs, by links to the packages that are installed here. */
  #createPackages(): void {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
    const paths = Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional)
      .map(([path]) => path)
      .filter((path) => existsSync(join(ROOT, path)));
    const folder = join(this.#folder, 'packages/app');
    mkdirSync(folder, { recursive: true });
    const copied = (how: string): boolean => spawnSync('cp', [how, '--parents', ...paths, folder], { cwd: ROOT }).status === 0;
    if (!copied('-al') && !copied('-a')) throw new Error('The installed packages cannot be copied.');
  }
}

export interface ContainerOptions {
  image: Image;
  /** After the entry point; the image's own command by default. */
  args?: readonly string[];
  /** Instead of the entry point. */
  entrypoint?: readonly string[];
  env?: Record<string, string>;
  /** The folder that is mounted at /data. */
  data: string;
}

export interface Container {
  stdout(): string;
  stderr(): string;
  /** Runs a command in the running container; returns its exit status. */
  exec(...args: string[]): number | null;
  signal(signal: NodeJS.Signals): void;
  /** Ends it if it is still running. */
  kill(): void;
  exited: Promise<number | null>;
}

/** Mounts what a container runtime mounts, then becomes the command. Arguments: root, data, user, group, command. */
const RUN_SCRIPT = `set -e
root=$1 data=$2 user=$3 group=$4; shift 4
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --bind /sys "$root/sys"
mount -o remount,bind,ro "$root/sys"
mount -t tmpfs -o nosuid,mode=755,size=64k tmpfs "$root/dev"
for device in null zero full random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
mount -t tmpfs -o nosuid,nodev,mode=1777,size=256m tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
exec setpriv --no-new-privs chroot --userspec="$user:$group" --groups="$group" "$root" "$@"`;

/** Starts a container. It shares the network of this machine, so that tests reach it. */
export function startContainer({ image: { config, rootfs }, args, entrypoint, env = {}, data }: ContainerOptions): Container {
  const [uid, gid] = config.User.split(':') as [string, string];
  const given = { ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))), ...env } as Record<string, string>;
  const environment = { ...given, PATH: `${given.PATH}:/usr/sbin:/sbin` };
  // A program found by the path of the image, with the image's working folder.
  const inImage = ['/bin/sh', '-c', 'cd "$0" && exec "$@"', config.WorkingDir];
  const command = [...inImage, ...(entrypoint ?? config.Entrypoint), ...(args ?? config.Cmd)];
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--propagation', 'private'];
  const child = spawn('unshare', [...namespaces, 'sh', '-c', RUN_SCRIPT, 'container', rootfs, data, uid, gid, ...command], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const onExit = (): void => void child.kill('SIGKILL');
  process.once('exit', onExit);
  const exited = once(child, 'close').then(([code]) => {
    process.off('exit', onExit);
    return code as number | null;
  });
  return {
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    exec: (...words) => {
      const enter = ['--mount', '--target', String(child.pid), 'chroot', `--userspec=${uid}:${gid}`, rootfs, ...inImage, ...words];
      return spawnSync('nsenter', enter, { env: environment }).status;
    },
    signal: (signal) => process.kill(Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')), signal),
    kill: onExit,
    exited,
  };
}

/** A folder that the user of the image owns, as a new volume is. */
export function createVolume({ config }: Image): string {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-volume-'));
  const [uid, gid] = config.User.split(':').map(Number);
  chownSync(folder, uid!, gid!);
  return folder;
}

interface Inspected {
  Docker: { config: ImageConfig };
}
interface Locked {
  dev?: boolean;
  devOptional?: boolean;
}

function buildah(folder: string, ...args: string[]): string {
  return run('buildah', ...storageOptions(folder), ...args);
}

function storageOptions(folder: string): string[] {
  return ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
}

/** Programs of the system, such as ldconfig, are outside of many users' PATH. */
const SYSTEM_ENVIRONMENT = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26, env: SYSTEM_ENVIRONMENT });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

function isProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** buildah prints `452 MB`. */
function bytesOf(size: string): number {
  const [value, unit] = size.split(' ');
  return Number(value) * { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[unit!.toUpperCase()]!;
}
