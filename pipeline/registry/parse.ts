import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  AccountChange,
  AccountEntry,
  type Entry,
  OwnerEntry,
  PortfolioChange,
  PortfolioEntry,
  RegistryFile,
} from './entries.ts';
import { faultsOf } from './faults.ts';
import { shown } from './names.ts';
import type { RegistryAccount } from './schema.ts';

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

/** The entries of a registry file, each judged by itself and by whether its slug is stored already. */
export function parseRegistry(
  json: unknown,
  stored: ReadonlyMap<string, Pick<RegistryAccount, 'type'>>,
): Parsed {
  if (!Check(RegistryFile, json)) {
    return { faults: faultsOf(RegistryFile, json), owners: [], accounts: [] };
  }
  return {
    faults: [],
    owners: refuseRepeated(
      (json.owners ?? []).map((value, at) => place('owners', at, value, owner)),
    ),
    accounts: refuseRepeated(
      (json.accounts ?? []).map((value, at) =>
        place('accounts', at, value, accountOrPortfolio(stored)),
      ),
    ),
  };
}

type Reading<Value> = { readonly entry: Value | null; readonly faults: readonly string[] };

const owner = (value: unknown) => reading(OwnerEntry, value);

const accountOrPortfolio =
  (stored: ReadonlyMap<string, Pick<RegistryAccount, 'type'>>) =>
  (value: unknown): Reading<Entry> => {
    const slug = property(value, 'slug');
    const known = typeof slug === 'string' ? stored.get(slug) : undefined;
    const type = property(value, 'type') ?? known?.type ?? 'account';
    if (type !== 'account' && type !== 'portfolio') {
      return { entry: null, faults: [`type ${shown(type)} must be account or portfolio`] };
    }
    if (known) return reading(type === 'account' ? AccountChange : PortfolioChange, value);
    const { entry, faults } = reading(type === 'account' ? AccountEntry : PortfolioEntry, value);
    const isNew = typeof slug === 'string';
    return { entry, faults: isNew ? faults.map(asOfNew) : [...faults] };
  };

const asOfNew = (fault: string) =>
  / is missing$/.test(fault) ? `${fault}, which an entry that is new must say` : fault;

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
