import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Child, Entity } from '../model.ts';
import { labelledPlace, partsWithin, placeName, placeNamed, placeWithId, placesOf, rolesOf, withPart } from './parts.ts';

const kind: Child = { id: 'k', name: 'Kind' };
const topping: Child = { id: 't', name: 'Topping', children: [kind], roles: [{ id: 'r2', name: 'extra' }] };
const pizza: Entity = { id: 'p', name: 'Pizza', kind: 'simple', roles: [{ id: 'r1', name: 'first' }], children: [{ id: 'c', name: 'Count' }, topping] };
const menu: Entity = { id: 'm', name: 'Menu', kind: 'composite', roles: [], children: [{ id: 'p', name: 'Pizza' }] };
const entities = [menu, pizza];

describe('parts of entities', () => {
  test('all of them, by their full names; children of composites are no parts', () => {
    assert.deepEqual(entities.flatMap(placesOf).map(placeName), ['Menu', 'Pizza', 'Pizza::Count', 'Pizza::Topping', 'Pizza::Topping::Kind']);
  });

  test('by id and by name, without regard to case', () => {
    assert.deepEqual(placeWithId(entities, 'K'), { entity: pizza, way: [topping, kind] });
    assert.deepEqual(placeWithId(entities, 'p'), { entity: pizza, way: [] });
    assert.equal(placeWithId(entities, 'missing'), undefined);
    assert.deepEqual(placeNamed(entities, 'pizza::topping::KIND'), { entity: pizza, way: [topping, kind] });
    assert.deepEqual(placeNamed(entities, 'Menu'), { entity: menu, way: [] });
    for (const name of ['Menu::Pizza', 'Pizza::Kind', 'Pizza::', 'Pizza::Topping::', 'Topping', '']) assert.equal(placeNamed(entities, name), undefined, name);
  });

  test('a name with colons of its own', () => {
    const odd: Entity = { ...pizza, children: [{ id: 'x', name: 'a::b', children: [{ id: 'y', name: 'c' }] }] };
    assert.equal(placeNamed([odd], 'Pizza::a::b::c')?.way.at(-1)?.id, 'y');
  });

  test('what a label is of', () => {
    assert.equal(placeName(labelledPlace({ entityId: 'p', childId: 'k', start: 0, end: 1 }, entities)!), 'Pizza::Topping::Kind');
    assert.equal(placeName(labelledPlace({ entityId: 'p', start: 0, end: 1 }, entities)!), 'Pizza');
    assert.equal(labelledPlace({ entityId: 'p', childId: 'gone', start: 0, end: 1 }, entities), undefined);
    assert.equal(labelledPlace({ entityId: 'gone', start: 0, end: 1 }, entities), undefined);
  });

  test('roles of its own, or of its entity', () => {
    assert.deepEqual(rolesOf(placeWithId(entities, 't')!), topping.roles);
    assert.deepEqual(rolesOf(placeWithId(entities, 'c')!), pizza.roles);
  });

  test('one is changed or taken away, and the others stay', () => {
    const place = placeWithId(entities, 'k')!;
    const renamed = withPart(place, (part) => ({ ...part, name: 'Sort' }));
    assert.deepEqual(placesOf(renamed).map(placeName), ['Pizza', 'Pizza::Count', 'Pizza::Topping', 'Pizza::Topping::Sort']);
    assert.deepEqual(partsWithin({ entity: withPart(placeWithId(entities, 't')!, () => undefined), way: [] }).map(({ name }) => name), ['Count']);
    assert.deepEqual(kind.name, 'Kind');
  });
});
