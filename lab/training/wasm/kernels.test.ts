import assert from 'node:assert/strict';
import { test } from 'node:test';
import kernels from '../../../weights/kernels.json' with { type: 'json' };
import { assembleKernels } from './kernels.ts';

test('the modules that are shipped are those that the code makes', () => {
  assert.deepEqual(kernels, assembleKernels());
});
