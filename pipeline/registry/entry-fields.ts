import Type, { type TSchema } from 'typebox';
import type { StoredColumn } from './columns.ts';
import type { AccountType, Hidable } from './words.ts';

/** Key of an entry: what a file may give, how it is stored, and what a change of it shows. */
export interface EntryField<Value, Stored = Value> {
  readonly schema: TSchema;
  readonly column: StoredColumn<Stored>;
  readonly toStored: (value: Value) => Stored;
  readonly fromStored: (stored: Stored) => Value;
  /** Value of a new entry that does not give the key. It shows as little as can be. */
  readonly closed: Value;
  /** Set if a new entry has to give the key. */
  readonly isRequired?: boolean;
  /** Set if the audit trail has the value of every new entry, also the closed one. */
  readonly isAlwaysTold?: boolean;
  /** Type of the entries that have the key. Unset if all have it. */
  readonly of?: AccountType;
  /** Words for what becomes visible by a change. Null, or unset, if nothing does. */
  readonly shows?: (from: Value | null, to: Value, entry: ChangedEntry) => string | null;
}

/** Facts about the whole entry that the words for a change of one key need. */
export interface ChangedEntry {
  readonly owner: string;
  readonly published: boolean;
  /** Names of what the entry hides from strangers after the change, with what its members hide. */
  readonly hidden: readonly Hidable[];
}

// biome-ignore lint/suspicious/noExplicitAny: each field of a table has values of its own type.
export type EntryFields = Readonly<Record<string, EntryField<any, any>>>;

/** Values of fields by their names. */
export type ValuesOf<Table extends EntryFields> = {
  readonly [Name in keyof Table]: Table[Name]['closed'];
};

/** Columns of fields by their names. */
type ColumnsOf<Table extends EntryFields> = {
  [Name in keyof Table]: Table[Name]['column'];
};

type StoredOf<Table extends EntryFields> = {
  [Name in keyof Table]: ReturnType<Table[Name]['toStored']>;
};

function mapped(
  fields: EntryFields,
  derive: (field: EntryFields[string], name: string) => unknown,
) {
  const values: Record<string, unknown> = {};
  // Half the time of `Object.entries`. Accounts are read by the thousand.
  for (const name in fields) values[name] = derive(fields[name] as EntryFields[string], name);
  return values;
}

/** Returns the columns of a table that stores these fields. */
export const columnsOf = <Table extends EntryFields>(fields: Table) =>
  mapped(fields, ({ column }) => column) as ColumnsOf<Table>;

/** Returns the values of a new entry that gives no key. */
export const closedValues = <Table extends EntryFields>(fields: Table) =>
  mapped(fields, ({ closed }) => closed) as ValuesOf<Table>;

/** Returns the values of columns for the values of fields. */
export const toStored = <Table extends EntryFields>(fields: Table, values: ValuesOf<Table>) =>
  mapped(fields, (field, name) => field.toStored(values[name])) as StoredOf<Table>;

/** Returns the values of fields for the values of columns. */
export const fromStored = <Table extends EntryFields>(fields: Table, row: StoredOf<Table>) =>
  mapped(fields, (field, name) => field.fromStored(row[name])) as ValuesOf<Table>;

const isOf = (field: EntryFields[string], type?: AccountType) => (field.of ?? type) === type;

/** Returns the values that an entry of a type has. */
export const ownValues = <Table extends EntryFields>(
  fields: Table,
  values: ValuesOf<Table>,
  type: AccountType,
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isOf(field, type) ? [[name, values[name]]] : [],
    ),
  ) as Partial<ValuesOf<Table>>;

/**
 * Returns the schemas of the keys that an entry of a type has, those of all types first. New
 * entries give the required.
 */
export const keySchemas = (fields: EntryFields, type?: AccountType): Record<string, TSchema> => {
  const ofType = Object.entries(fields).filter(([, field]) => isOf(field, type));
  const sorted = ofType.sort(([, first], [, second]) => Number(!!first.of) - Number(!!second.of));
  return Object.fromEntries(
    sorted.map(([name, { schema, isRequired }]) => [
      name,
      isRequired ? schema : Type.Optional(schema),
    ]),
  );
};
