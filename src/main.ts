#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Later starts skip the stripping of types and the compiling, which is much of their time. Threads and processes read the variable.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache();
const { main } = await import('./cli/main.ts');
process.exitCode = await main(process.argv.slice(2), process.env);
