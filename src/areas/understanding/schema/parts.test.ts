import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Child, Entity } from '../model.ts';
import { findLabelPath, childrenAt, fullName, findPathByName, findPathById, listPaths, rolesAt, updatePart } from './parts.ts';

const kind: Child = { id: 'k', name: 'Kind' };
const topping: Child = { id: 't', name: 'Topping', children: [kind], roles: [{ id: 'r2', name: 'extra' }] };
const pizza: Entity = {
  id: 'p',
  name: 'Pizza',
  kind: 'simple',
  roles: [{ id: 'r1', name: 'first' }],
  children: [{ id: 'c', name: 'Count' }, topping],
};
const menu: Entity = { id: 'm', name: 'Menu', kind: 'composite', roles: [], children: [{ id: 'p', name: 'Pizza' }] };
const entities = [menu, pizza];

describe('parts of entities', () => {
  test('lists all parts by full name, without the children of composites', () => {
    assert.deepEqual(entities.flatMap(listPaths).map(fullName), [
      'Menu',
      'Pizza',
      'Pizza::Count',
      'Pizza::Topping',
      'Pizza::Topping::Kind',
    ]);
  });

  test('finds parts by id and by name, ignoring case', () => {
    assert.deepEqual(findPathById(entities, 'K'), { entity: pizza, parts: [topping, kind] });
    assert.deepEqual(findPathById(entities, 'p'), { entity: pizza, parts: [] });
    assert.equal(findPathById(entities, 'missing'), undefined);
    assert.deepEqual(findPathByName(entities, 'pizza::topping::KIND'), { entity: pizza, parts: [topping, kind] });
    assert.deepEqual(findPathByName(entities, 'Menu'), { entity: menu, parts: [] });
    for (const name of ['Menu::Pizza', 'Pizza::Kind', 'Pizza::', 'Pizza::Topping::', 'Topping', '']) {
      assert.equal(findPathByName(entities, name), undefined, name);
    }
  });

  test('finds an entity whose name contains colons', () => {
    const odd: Entity = { ...pizza, children: [{ id: 'x', name: 'a::b', children: [{ id: 'y', name: 'c' }] }] };
    assert.equal(findPathByName([odd], 'Pizza::a::b::c')?.parts.at(-1)?.id, 'y');
  });

  test('finds the entity or part of a label', () => {
    assert.equal(fullName(findLabelPath({ entityId: 'p', childId: 'k', start: 0, end: 1 }, entities)!), 'Pizza::Topping::Kind');
    assert.equal(fullName(findLabelPath({ entityId: 'p', start: 0, end: 1 }, entities)!), 'Pizza');
    assert.equal(findLabelPath({ entityId: 'p', childId: 'gone', start: 0, end: 1 }, entities), undefined);
    assert.equal(findLabelPath({ entityId: 'gone', start: 0, end: 1 }, entities), undefined);
  });

  test('uses the roles of the part, or those of its entity', () => {
    assert.deepEqual(rolesAt(findPathById(entities, 't')!), topping.roles);
    assert.deepEqual(rolesAt(findPathById(entities, 'c')!), pizza.roles);
  });

  test('changes or removes one part only', () => {
    const place = findPathById(entities, 'k')!;
    const renamed = updatePart(place, (part) => ({ ...part, name: 'Sort' }));
    assert.deepEqual(listPaths(renamed).map(fullName), ['Pizza', 'Pizza::Count', 'Pizza::Topping', 'Pizza::Topping::Sort']);
    assert.deepEqual(
      childrenAt({ entity: updatePart(findPathById(entities, 't')!, () => undefined), parts: [] }).map(({ name }) => name),
      ['Count'],
    );
    assert.deepEqual(kind.name, 'Kind');
  });
});
