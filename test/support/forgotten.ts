import { existsSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';
import type { Database } from '../../pipeline/duckdb/database.ts';
import { relationsIn } from '../../pipeline/duckdb/sql-files.ts';
import { leaks, underivable } from '../../pipeline/registry/leaks.ts';
import { marts, sectionFlags, sectionNames } from '../../sql/marts/index.ts';
import { computeWorld } from '../oracle/compute-world.ts';
import { fields, isKeyed } from '../oracle/fields.ts';
import { isArray, isObject, type Json } from '../oracle/json.ts';
import { readWorld } from '../oracle/read-world.ts';
import { readScenarios } from '../oracle/scenarios.ts';
import { columnsOf } from './schema-keys.ts';

/** A value within a section, `[]` for any entry of an array and `*` for any key of its own. */
interface Leaf {
  readonly path: string;
  readonly isNull: boolean;
}

export function leaves(value: unknown, path: string): Leaf[] {
  if (isArray(value)) return value.flatMap((entry) => leaves(entry, `${path}[]`));
  if (!isObject(value)) return [{ path, isNull: value === null }];
  return Object.entries(value).flatMap(([key, entry]) =>
    leaves(entry, `${path}.${isKeyed(path) ? '*' : key}`),
  );
}

/**
 * Lists missing things of a figure or a section that must be added by hand, one line each. A line
 * begins with the file to change.
 */
export async function forgotten(database: Database): Promise<string[]> {
  const inSql = await forgottenInSql(database);
  return [...inSql, ...forgottenInRegister(), ...(await forgottenInProof())];
}

async function forgottenInSql(database: Database): Promise<string[]> {
  const computed = relationsIn('marts');
  const unlisted = computed
    .filter((name) => !(name in marts))
    .map((name) => `sql/marts/index.ts does not list ${name}`);
  const faults = Object.entries(marts).map(async ([name, schema]) => {
    if (!computed.includes(name)) return [`sql/marts/${name}.sql is not there`];
    const rows = await database.rows(`describe computed_${name}`);
    const columns = rows.slice(1).map(({ column_name }) => String(column_name));
    const keys = columnsOf(schema, name);
    return [
      ...keys
        .filter((key) => !columns.includes(key))
        .map((key) => `sql/marts/${name}.sql has no column ${key}`),
      ...columns
        .filter((column) => !keys.includes(column))
        .map((column) => `${describing(name)} says nothing of ${column}`),
    ];
  });
  return [...unlisted, ...(await Promise.all(faults)).flat()];
}

/** Returns the file with the figures of a section, or the folder with a file for each kind. */
const describing = (section: string): string =>
  existsSync(inPackage(`sql/marts/${section}`))
    ? `sql/marts/${section}/`
    : `sql/marts/${section}.ts`;

function forgottenInRegister(): string[] {
  const known = new Set([...leaks.map(({ hidden }) => hidden), ...underivable]);
  return sectionFlags
    .filter((name) => !known.has(name))
    .map(
      (name) => `pipeline/registry/leaks.ts does not say what tells of ${name} where it is hidden`,
    );
}

async function forgottenInProof(): Promise<string[]> {
  const { computed, asserted } = await leavesOfScenarios();
  const shown = new Set(asserted.flatMap(({ path, isNull }) => (isNull ? [] : path)));
  return [
    ...sectionNames
      .filter((name) => !computed.has(name))
      .map((name) => `test/oracle/compute-world.ts does not compute ${name}`),
    ...fields.flatMap(({ path }) => {
      const [section = ''] = path.split('.');
      const ownFiles = computed.get(section);
      const isTwin = ownFiles === undefined || ownFiles.some((leaf) => leaf.path === path);
      return [
        ...(isTwin ? [] : [`${twinOf(section)} does not compute ${path}`]),
        ...(shown.has(path) ? [] : [`fixtures/scenarios/…/${section}.json: none has ${path}`]),
      ];
    }),
  ];
}

let ofScenarios: Promise<{ computed: Map<string, Leaf[]>; asserted: Leaf[] }> | undefined;

/**
 * Collects the oracle's values of every scenario by section, and the values that are asserted by
 * hand.
 */
export function leavesOfScenarios() {
  ofScenarios ??= (async () => {
    const computed = new Map<string, Leaf[]>();
    const asserted: Leaf[] = [];
    for (const { directory, asOf, expectations } of await readScenarios()) {
      asserted.push(...expectations.flatMap(({ section, value }) => leaves(value, section)));
      for (const expected of computeWorld(await readWorld(directory), asOf).values()) {
        for (const [section, value] of Object.entries<Json | undefined>(expected)) {
          if (value === undefined) continue;
          const found = computed.get(section) ?? [];
          computed.set(section, found);
          found.push(...leaves(value, section));
        }
      }
    }
    return { computed, asserted };
  })();
  return ofScenarios;
}

/** Returns the file of the oracle that computes a section. */
function twinOf(section: string): string {
  const file = `test/oracle/${section.replaceAll('_', '-')}-section.ts`;
  return existsSync(inPackage(file)) ? file : 'test/oracle/breakdown-section.ts';
}
