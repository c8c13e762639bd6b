import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createComponents } from '../../../server/openapi/components.ts';

const components = suite('components');

const leaf = { title: 'Leaf', type: 'object', properties: { title: { type: 'string' } } };

components('are written once under their titles and referred to everywhere else', () => {
  const { refer, schemas } = createComponents();
  const tree = { type: 'object', properties: { one: leaf, more: { type: 'array', items: leaf } } };
  const reference = { $ref: '#/components/schemas/Leaf' };
  assert.equal(refer(tree), {
    type: 'object',
    properties: { one: reference, more: { type: 'array', items: reference } },
  });
  assert.equal(schemas(), { Leaf: leaf });
});

components('refuse one title for two schemas', () => {
  const { refer } = createComponents();
  refer(leaf);
  assert.throws(() => refer({ title: 'Leaf', type: 'string' }), /two schemas are called Leaf/);
});

components('write a nullable scalar as two types, and keep any other nullable schema', () => {
  const { refer } = createComponents();
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }], description: 'words' });
  assert.equal(refer(orNull({ type: 'number', minimum: 0 })), {
    type: ['number', 'null'],
    minimum: 0,
    description: 'words',
  });
  const words = orNull({ type: 'string', enum: ['one'] });
  assert.equal(refer(words), words);
  assert.equal(refer(orNull(leaf)), orNull({ $ref: '#/components/schemas/Leaf' }));
});

components('write what may have any key so that generators type its entries', () => {
  const { refer } = createComponents();
  const entries = { type: 'number' };
  assert.equal(refer({ type: 'object', patternProperties: { '^.*$': entries } }), {
    type: 'object',
    additionalProperties: entries,
  });
});

components.run();
