import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { UndoStack } from './undo.ts';

describe('undo', () => {
  test('undoes and redoes steps; a new step clears the redo stack', () => {
    const stack = new UndoStack('a');
    stack.push('b');
    stack.push('c');
    assert.deepEqual([stack.undo(), stack.undo(), stack.undo(), stack.canUndo], ['b', 'a', 'a', false]);
    assert.equal(stack.redo(), 'b');
    stack.push('d');
    assert.deepEqual([stack.canRedo, stack.redo(), stack.undo()], [false, 'd', 'b']);
  });

  test('restores stored steps', () => {
    const stack = new UndoStack('c', ['a', 'b']);
    assert.deepEqual([[...stack.past], stack.undo(), stack.undo(), stack.canUndo, stack.redo()], [['a', 'b'], 'b', 'a', false, 'b']);
  });

  test('undoing everything and redoing it leads back to the same state', () => {
    fc.assert(fc.property(fc.array(fc.integer(), { maxLength: 150 }), (steps) => {
      const stack = new UndoStack(-1);
      for (const step of steps) stack.push(step);
      const last = stack.value;
      while (stack.canUndo) stack.undo();
      assert.equal(stack.value, -1);
      while (stack.canRedo) stack.redo();
      assert.equal(stack.value, last);
    }));
  });
});
