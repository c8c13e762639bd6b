/** SQL of a column, and the type of its values in queries. */
export type Column<Value> = string & { readonly value?: Value };

export const key: Column<string> = 'text primary key';
export const numberKey: Column<number> = 'integer primary key';
export const text: Column<string> = 'text not null';
export const unique: Column<string> = 'text not null unique';
export const optional: Column<string | null> = 'text';
export const optionalUnique: Column<string | null> = 'text unique';
export const integer: Column<number> = 'integer not null';
export const optionalNumber: Column<number | null> = 'double precision';
export const bigint: Column<number> = 'bigint not null';
export const ofOwner: Column<string> = 'text not null references owners (slug)';
export const optionalOwner: Column<string | null> = 'text references owners (slug)';
export const keyOfOwner: Column<string> = 'text primary key references owners (slug)';
export const ofAccount: Column<string> = 'text not null references accounts (slug)';
export const keyOfAccount: Column<string> = 'text primary key references accounts (slug)';
export const ofConnection: Column<string> = 'text not null references broker_connections (id)';
