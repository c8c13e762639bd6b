import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { AccountEntry, OwnerEntry, PortfolioEntry, RegistryFile } from './entries.ts';
import { faultsOf } from './faults.ts';
import { shown } from './names.ts';
import type { Entry } from './rules.ts';

/** An entry of the file with what is wrong with it; `entry` is null where it is not even well-formed. */
export interface Placed<Value> {
  readonly place: string;
  readonly slug: string | null;
  readonly entry: Value | null;
  readonly faults: readonly string[];
}

export interface Parsed {
  readonly faults: readonly string[];
  readonly owners: readonly Placed<OwnerEntry>[];
  readonly accounts: readonly Placed<Entry>[];
}

/** The entries of a registry file, each judged by itself. */
export function parseRegistry(json: unknown): Parsed {
  if (!Check(RegistryFile, json)) {
    return { faults: faultsOf(RegistryFile, json), owners: [], accounts: [] };
  }
  return {
    faults: [],
    owners: refuseRepeated(
      (json.owners ?? []).map((value, at) => place('owners', at, value, owner)),
    ),
    accounts: refuseRepeated(
      (json.accounts ?? []).map((value, at) => place('accounts', at, value, accountOrPortfolio)),
    ),
  };
}

type Reading<Value> = { readonly entry: Value | null; readonly faults: readonly string[] };

const owner = (value: unknown) => reading(OwnerEntry, value);

function accountOrPortfolio(value: unknown): Reading<Entry> {
  const type = property(value, 'type');
  if (type === 'portfolio') return reading(PortfolioEntry, value);
  if (type === 'account' || type === undefined) return reading(AccountEntry, value);
  return { entry: null, faults: [`type ${shown(type)} must be account or portfolio`] };
}

function reading<Schema extends TSchema>(schema: Schema, value: unknown): Reading<Static<Schema>> {
  return Check(schema, value)
    ? { entry: value, faults: [] }
    : { entry: null, faults: faultsOf(schema, value) };
}

function place<Value>(
  list: string,
  at: number,
  value: unknown,
  read: (value: unknown) => Reading<Value>,
): Placed<Value> {
  const slug = property(value, 'slug');
  const named = typeof slug === 'string';
  return {
    place: `${list}[${at}]${named ? ` ${shown(slug)}` : ''}`,
    slug: named ? slug : null,
    ...read(value),
  };
}

function refuseRepeated<Value>(entries: readonly Placed<Value>[]): Placed<Value>[] {
  const places = new Map<string, string>();
  return entries.map((entry) => {
    if (entry.slug === null) return entry;
    const earlier = places.get(entry.slug);
    if (earlier === undefined) places.set(entry.slug, entry.place);
    return earlier === undefined
      ? entry
      : { ...entry, entry: null, faults: [...entry.faults, `${earlier} has the same slug`] };
  });
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
}
