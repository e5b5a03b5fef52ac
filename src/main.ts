#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Later starts skip the stripping of types and the compiling, which is much of their time.
enableCompileCache();
const { main } = await import('./cli/main.ts');
process.exitCode = await main(process.argv.slice(2), process.env);
