import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { marts } from '../../sql/marts/index.ts';
import { isObject, type JsonObject } from '../oracle/json.ts';
import { strangeKeys } from './schema-keys.ts';

const { summary, ...sections } = marts;

/** Lists differences of the account object, its sections and its lists from their schemas. */
export function wireFaults(read: JsonObject): string[] {
  const { account, trades, positions, ...published } = read;
  if (account === undefined || !isObject(account)) return ['no account object'];
  const { type: _type, slug: _slug, history_cut_at: _cut, ...facts } = account;
  return [
    ...faultsOf('summary', summary, facts),
    ...Object.entries(sections).flatMap(([name, schema]) =>
      faultsOf(name, schema, published[name]),
    ),
    ...rowsOf(trades).flatMap((row) => faultsOf('trades', trade, row)),
    ...rowsOf(positions).flatMap((row) => faultsOf('positions', position, row)),
  ];
}

function faultsOf(name: string, schema: TSchema, value: unknown): string[] {
  const errors = Errors(schema, value).map(
    ({ instancePath, message }) => `${name}${instancePath} ${message}`,
  );
  const strange = strangeKeys(schema, value).map(
    (path) => `${name}${path}: key without value or schema`,
  );
  return [...errors, ...strange];
}

const rowsOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : ['no list']);
