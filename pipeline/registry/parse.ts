import type { Static, TObject } from 'typebox';
import { Check } from 'typebox/value';
import {
  AccountChange,
  AccountEntry,
  OwnerEntry,
  PortfolioChange,
  PortfolioEntry,
  RegistryFile,
  type SubjectEntry,
} from './entries.ts';
import { faultsOf } from './faults.ts';
import { shown } from './names.ts';
import type { RegistryAccount } from './schema.ts';

/** An entry of the file with what is wrong with it; `entry` is null where it is not even well-formed. */
export interface ParsedEntry<Value> {
  readonly place: string;
  readonly slug: string | null;
  readonly entry: Value | null;
  /** Valid keys of a malformed entry, for further checks. */
  readonly sound?: Partial<Value>;
  readonly faults: readonly string[];
}

export interface Parsed {
  readonly faults: readonly string[];
  readonly owners: readonly ParsedEntry<OwnerEntry>[];
  readonly accounts: readonly ParsedEntry<SubjectEntry>[];
}

/** The entries of a registry file, each judged by itself and by whether its slug is stored already. */
export function parseRegistry(
  json: unknown,
  stored: ReadonlyMap<string, Pick<RegistryAccount, 'type'>>,
): Parsed {
  return {
    faults: Check(RegistryFile, json) ? [] : faultsOf(RegistryFile, json),
    owners: refuseRepeated(
      listOf(json, 'owners').map((value, at) => place('owners', at, value, owner)),
    ),
    accounts: refuseRepeated(
      listOf(json, 'accounts').map((value, at) =>
        place('accounts', at, value, accountOrPortfolio(stored)),
      ),
    ),
  };
}

/** The entries of a list of the file; none where it is no list, which is a fault of the file itself. */
function listOf(json: unknown, name: string): readonly unknown[] {
  const list = property(json, name);
  return Array.isArray(list) ? list : [];
}

type Reading<Value> = Pick<ParsedEntry<Value>, 'entry' | 'sound' | 'faults'>;

const owner = (value: unknown) => reading(OwnerEntry, value);

const accountOrPortfolio =
  (stored: ReadonlyMap<string, Pick<RegistryAccount, 'type'>>) =>
  (value: unknown): Reading<SubjectEntry> => {
    const slug = property(value, 'slug');
    const known = typeof slug === 'string' ? stored.get(slug) : undefined;
    const type = property(value, 'type') ?? known?.type ?? 'account';
    if (type !== 'account' && type !== 'portfolio') {
      // Judged besides as what it looks like, so that all that is wrong is told at once.
      const meant = property(value, 'members') === undefined ? 'account' : 'portfolio';
      const read = accountOrPortfolio(stored)(Object.assign({}, value, { type: meant }));
      return {
        ...read,
        entry: null,
        faults: [`type ${shown(type)} must be account or portfolio`, ...read.faults],
      };
    }
    if (known) return reading(type === 'account' ? AccountChange : PortfolioChange, value);
    const read = reading(type === 'account' ? AccountEntry : PortfolioEntry, value);
    const isNew = typeof slug === 'string';
    return { ...read, faults: isNew ? read.faults.map(asOfNew) : read.faults };
  };

const asOfNew = (fault: string) =>
  /(?:^|: )lacks "/.test(fault) ? `${fault}, which a new entry needs` : fault;

function reading<Schema extends TObject>(schema: Schema, value: unknown): Reading<Static<Schema>> {
  if (Check(schema, value)) return { entry: value, faults: [] };
  const sound = Object.entries(schema.properties)
    .map(([key, each]) => [key, each, property(value, key)] as const)
    .filter(([, each, found]) => found !== undefined && Check(each, found));
  return {
    entry: null,
    sound: Object.fromEntries(sound.map(([key, , found]) => [key, found])) as Partial<
      Static<Schema>
    >,
    faults: faultsOf(schema, value),
  };
}

function place<Value>(
  list: string,
  at: number,
  value: unknown,
  read: (value: unknown) => Reading<Value>,
): ParsedEntry<Value> {
  const slug = property(value, 'slug');
  const named = typeof slug === 'string';
  return {
    place: `${list}[${at}]${named ? ` ${shown(slug)}` : ''}`,
    slug: named ? slug : null,
    ...read(value),
  };
}

function refuseRepeated<Value>(entries: readonly ParsedEntry<Value>[]): ParsedEntry<Value>[] {
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
