#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Later starts skip the stripping of types and the compiling: about a third of the time to the first answer.
enableCompileCache();
const { main } = await import('./cli/main.ts');
process.exitCode = await main(process.argv.slice(2), process.env);
