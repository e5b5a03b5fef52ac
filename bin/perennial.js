#!/usr/bin/env node
// Runs the command line on Node 24: on this Node if it is one, otherwise on that of the npm package for this platform. Itself it runs on
// Node 20 and later, and uses nothing but Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;

// So that the file it imports, too, is compiled by an earlier start.
module.enableCompileCache?.();
const major = Number(process.versions.node.split('.')[0]);
const packaged = packagedNode();
if (major === NODE_MAJOR || (major > NODE_MAJOR && packaged === undefined)) await import(mainModule().href);
else if (packaged !== undefined) runOn(packaged);
else {
  console.error(
    `Perennial needs Node ${NODE_MAJOR} or newer; this is Node ${process.versions.node}.\n` +
      `No npm package provides Node ${NODE_MAJOR} for ${process.platform}-${process.arch}, or it was left out with the optional dependencies.\n` +
      'Install it from https://nodejs.org, and try again.',
  );
  process.exitCode = 1;
}

/** A checkout has the source, the package what scripts/build.ts makes of it. */
function mainModule() {
  const source = new URL('../src/main.ts', import.meta.url);
  return existsSync(source) ? source : new URL('../dist/main.js', import.meta.url);
}

function packagedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/package.json`,
    );
    const program = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

function runOn(program) {
  const child = spawn(program, [fileURLToPath(mainModule()), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends its interrupt to both processes, and a second one would end a server that is stopping.
  const onSignal = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  child.on('error', (error) => {
    console.error(`${program} does not start here: ${error.message}\nInstall Node ${NODE_MAJOR} or newer, and try again.`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
