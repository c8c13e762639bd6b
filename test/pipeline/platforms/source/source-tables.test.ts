import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../../../pipeline/base/package-root.ts';
import { stampColumns } from '../../../../pipeline/load/columns.ts';
import { sourceTables } from '../../../../pipeline/platforms/source/source-tables.ts';

const tables = suite('source tables');

/** Columns that only the load writes, and columns that no platform exports. */
const notImported: readonly string[] = [
  ...['account_no', 'data_source', ...stampColumns, 'came_late'],
  ...['mae', 'mfe'],
];

/** Columns that no load reads: the clock for later imports, and the key of a text in doubt. */
const onlyImported: Readonly<Record<string, readonly string[]>> = {
  accounts: ['timezone'],
  cash_flows: ['text'],
};

for (const [table, columns] of Object.entries(sourceTables)) {
  tables(`an import writes the columns that ${table} is declared with`, () => {
    const raw = table === 'accounts' ? 'account_reports' : table;
    const sql = readFileSync(new URL(`sql/raw/${raw}.sql`, packageRoot), 'utf8');
    const declared = [...sql.matchAll(/^ {4}"?(\w+)"? \w+/gm)].map((match) => match[1]);
    const loaded = declared.filter((column) => !notImported.includes(column ?? ''));
    assert.equal([...loaded, ...(onlyImported[table] ?? [])], [...columns]);
  });
}

tables.run();
