import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidables } from '../../../pipeline/registry/words.ts';
import { endpoints } from '../../../server/api/index.ts';
import { calendarAnswer } from '../../../server/calendar/answer.ts';
import { isObject } from '../../../server/openapi/json.ts';
import { problem } from '../../../server/openapi/responses.ts';
import { flagOf, sectionNames } from '../../../sql/marts/index.ts';

const labels = suite('x-privacy');

/** Path of a field within its resource, and its label. */
type Labelled = readonly [path: string, label: unknown];

labels('stand at every field of every answer', () => {
  const answers: (readonly [of: string, answer: unknown])[] = [
    ...endpoints.map(({ url, operation }) => [url, operation.response] as const),
    ['the calendar', calendarAnswer],
    ['a problem', problem],
  ];
  const unlabelled = answers.flatMap(([of, answer]) =>
    fieldsOf(answer)
      .filter(([, label]) => !isLabel(label))
      .map(([path, label]) => wrongLabel(of, path, label)),
  );
  assert.equal(unlabelled, []);
  assert.ok(answers.flatMap(([, answer]) => fieldsOf(answer)).length > 500);
});

labels('name flags that an owner can set', () => {
  const flags: readonly string[] = hidables;
  for (const schema of endpoints.map(({ operation }) => operation.response)) {
    for (const [path, label] of fieldsOf(schema)) {
      for (const flag of flagsIn(label)) assert.ok(flags.includes(flag), `${path}: ${label}`);
    }
  }
});

labels('say of a section what they say of its key, and of lists that the trades hide them', () => {
  const hiding = new Map<string, Labelled[]>(
    endpoints.map(({ url, operation }) => [
      url,
      fieldsOf(operation.response).filter(([path, label]) => !/[.[]/.test(path) && isHiding(label)),
    ]),
  );
  const ownSectionNames = sectionNames.map((name) => [name, `hidden by ${flagOf(name)}`]);
  assert.equal(hiding.get('/api/v1/accounts/:slug'), ownSectionNames);
  assert.equal(hiding.get('/api/v1/accounts/:slug/trades'), [['data', 'hidden by trades']]);
  assert.equal(hiding.get('/api/v1/accounts/:slug/positions'), [['data', 'hidden by trades']]);
  assert.equal(hiding.get('/api/v1/accounts/:slug/widget'), []);
});

labels('are reported as missing if a field has none', () => {
  const schema = { type: 'object', properties: { open: { type: 'string' } } };
  assert.equal(fieldsOf(schema), [['open', undefined]]);
});

const isHiding = (label: unknown): boolean => String(label).startsWith('hidden by ');
const flagsIn = (label: unknown): string[] =>
  /^(?:hidden by|derived from) (.*)$/.exec(String(label))?.[1]?.split(', ') ?? [];
const isLabel = (label: unknown): boolean =>
  label === 'public' || label === 'owner' || flagsIn(label).length > 0;
const wrongLabel = (of: string, path: string, label: unknown): string =>
  `${path} in the answer of ${of} ${label === undefined ? 'says nowhere who sees it' : `has the label "${label}"`}: ` +
  "give its figure({…}) a `seenBy`, or its schema words(…, 'public'), from sql/shared.ts";
const labelOf = (schema: unknown): unknown => (isObject(schema) ? schema['x-privacy'] : undefined);

/**
 * Lists all named members of a schema at any depth, with their labels. Looks into maps and lists.
 */
function fieldsOf(schema: unknown, path = ''): Labelled[] {
  if (!isObject(schema)) return [];
  const { properties, items, patternProperties, anyOf } = schema;
  const members = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...members.flatMap(([name, field]): Labelled[] => {
      const place = path === '' ? name : `${path}.${name}`;
      return [[place, labelOf(field)], ...fieldsOf(field, place)];
    }),
    ...fieldsOf(items, `${path}[]`),
    ...(isObject(patternProperties) ? Object.values(patternProperties) : []).flatMap((entry) =>
      fieldsOf(entry, `${path}{}`),
    ),
    ...(Array.isArray(anyOf) ? anyOf : []).flatMap((option) => fieldsOf(option, path)),
  ];
}

labels.run();
