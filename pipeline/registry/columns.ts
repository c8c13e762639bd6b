/** SQL of a column, and the type of its values in queries. */
export type StoredColumn<Value> = string & { readonly value?: Value };

export const key: StoredColumn<string> = 'text primary key';
export const numberKey: StoredColumn<number> = 'integer primary key';
export const text: StoredColumn<string> = 'text not null';
export const unique: StoredColumn<string> = 'text not null unique';
export const optional: StoredColumn<string | null> = 'text';
export const optionalUnique: StoredColumn<string | null> = 'text unique';
export const integer: StoredColumn<number> = 'integer not null';
export const optionalNumber: StoredColumn<number | null> = 'double precision';
export const bigint: StoredColumn<number> = 'bigint not null';
export const ofOwner: StoredColumn<string> = 'text not null references owners (slug)';
export const optionalOwner: StoredColumn<string | null> = 'text references owners (slug)';
export const keyOfOwner: StoredColumn<string> = 'text primary key references owners (slug)';
export const ofAccount: StoredColumn<string> = 'text not null references accounts (slug)';
export const keyOfAccount: StoredColumn<string> = 'text primary key references accounts (slug)';
export const ofConnection: StoredColumn<string> =
  'text not null references broker_connections (id)';
