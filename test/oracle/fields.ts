import { type Figure, figuresIn } from '../../sql/figures.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { marts, sectionNames } from '../../sql/marts/index.ts';
import { summary } from '../../sql/marts/summary.ts';

/** Field of the API that comes from published data, as `section.path`. */
interface Field {
  readonly path: string;
  readonly about: Figure;
}

type Schema = Parameters<typeof figuresIn>[0];

const fieldsOf = (section: string, schema: Schema, path: readonly string[] = []): Field[] =>
  figuresIn(schema, path).flatMap(({ path: steps, about }) =>
    'unit' in about ? [{ path: [section, ...steps].join('.').replaceAll('.[]', '[]'), about }] : [],
  );

/**
 * Fields of the API that come from published data. Only their names and units are taken from the
 * schemas.
 */
export const fields: readonly Field[] = [
  ...fieldsOf('account', summary),
  ...sectionNames.flatMap((name) => fieldsOf(name, marts[name])),
  ...fieldsOf('trades', trade, ['[]']),
  ...fieldsOf('positions', position, ['[]']),
];

const fromRegistry = ['type', 'slug', 'history_cut_at'].map((name) => `account.${name}`);

export const wireFields: readonly string[] = [...fromRegistry, ...fields.map(({ path }) => path)];

const byPath = new Map(fields.map(({ path, about }) => [path, about]));
const keyed = new Set(fields.flatMap(({ path }) => /^\w+(?=\.\*)/.exec(path) ?? []));

/** Returns true if a section has an entry for each of its keys. */
export const isKeyed = (section: string): boolean => keyed.has(section);

/** Returns the field of a value, from the keys and list indexes that lead to it. */
export function fieldAt(path: readonly string[]): Figure | undefined {
  const [section = '', ...rest] = path;
  const steps = rest.map((step, at) => {
    if (at === 0 && isKeyed(section)) return '.*';
    return /^\d+$/.test(step) ? '[]' : `.${step}`;
  });
  return byPath.get(`${section}${steps.join('')}`);
}
