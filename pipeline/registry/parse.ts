import type { TObject } from 'typebox';
import { Check } from 'typebox/value';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import {
  AccountChange,
  AccountEntry,
  OwnerEntry,
  PortfolioChange,
  PortfolioEntry,
  RegistryFile,
  type SubjectEntry,
} from './entries.ts';
import { faultsOf, mustBe } from './faults.ts';
import { quoted } from './names.ts';
import type { RegistryAccount } from './schema.ts';

/** Entry of the file with its faults. `entry` is null if it is malformed. */
export interface ParsedEntry<Value> {
  readonly place: string;
  readonly slug: string | null;
  readonly entry: Value | null;
  /** Valid keys of a malformed entry, for further checks. */
  readonly validKeys?: Partial<Value>;
  readonly faults: readonly CodedReason[];
}

export interface ParsedRegistry {
  readonly faults: readonly CodedReason[];
  readonly owners: readonly ParsedEntry<OwnerEntry>[];
  readonly accounts: readonly ParsedEntry<SubjectEntry>[];
}

/**
 * Parses a registry file. Each entry is checked by itself; one whose slug is in `stored` may leave
 * out keys.
 */
export function parseRegistry(
  json: unknown,
  stored: ReadonlyMap<string, Pick<RegistryAccount, 'type'>>,
): ParsedRegistry {
  return {
    faults: Check(RegistryFile, json) ? [] : faultsOf(RegistryFile, json),
    owners: refuseRepeated(
      listOf(json, 'owners').map((value, at) => placedEntry('owners', at, value, owner)),
    ),
    accounts: refuseRepeated(
      listOf(json, 'accounts').map((value, at) =>
        placedEntry('accounts', at, value, accountOrPortfolio(stored)),
      ),
    ),
  };
}

/** Returns a list of the file. Empty if it is not a list, which the schema of the file reports. */
function listOf(json: unknown, name: string): readonly unknown[] {
  const list = property(json, name);
  return Array.isArray(list) ? list : [];
}

type CheckedEntry<Value> = Pick<ParsedEntry<Value>, 'entry' | 'validKeys' | 'faults'>;

const owner = (value: unknown) => checkEntry<OwnerEntry>(OwnerEntry, value);

const accountOrPortfolio =
  (stored: ReadonlyMap<string, Pick<RegistryAccount, 'type'>>) =>
  (value: unknown): CheckedEntry<SubjectEntry> => {
    const slug = property(value, 'slug');
    const known = typeof slug === 'string' ? stored.get(slug) : undefined;
    const type = property(value, 'type') ?? known?.type ?? 'account';
    if (type !== 'account' && type !== 'portfolio') {
      // Checked as what it looks like too, so that all faults are reported at once.
      const meant = property(value, 'members') === undefined ? 'account' : 'portfolio';
      const read = accountOrPortfolio(stored)(Object.assign({}, value, { type: meant }));
      return {
        ...read,
        entry: null,
        faults: [mustBe('type', type, makeReason('registry_subject_type')), ...read.faults],
      };
    }
    if (known) return checkEntry(type === 'account' ? AccountChange : PortfolioChange, value);
    const isNew = typeof slug === 'string';
    return checkEntry(type === 'account' ? AccountEntry : PortfolioEntry, value, isNew);
  };

function checkEntry<Value>(schema: TObject, value: unknown, isNew = false): CheckedEntry<Value> {
  if (Check(schema, value)) return { entry: value as Value, faults: [] };
  const valid = Object.entries(schema.properties)
    .map(([key, keySchema]) => [key, keySchema, property(value, key)] as const)
    .filter(([, keySchema, found]) => found !== undefined && Check(keySchema, found));
  return {
    entry: null,
    validKeys: Object.fromEntries(valid.map(([key, , found]) => [key, found])) as Partial<Value>,
    faults: faultsOf(schema, value, isNew),
  };
}

function placedEntry<Value>(
  list: string,
  at: number,
  value: unknown,
  read: (value: unknown) => CheckedEntry<Value>,
): ParsedEntry<Value> {
  const slug = property(value, 'slug');
  const named = typeof slug === 'string';
  return {
    place: `${list}[${at}]${named ? ` ${quoted(slug)}` : ''}`,
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
      : {
          ...entry,
          entry: null,
          faults: [...entry.faults, makeReason('registry_same_slug', { place: earlier })],
        };
  });
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
}
