import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import {
  fileSafe,
  splitByAccount,
  writeSourceFiles,
} from '../../../../pipeline/platforms/source/source-files.ts';
import type { SourceRow } from '../../../../pipeline/platforms/source/source-tables.ts';
import { withDirectory } from '../../../support/directory.ts';
import { within } from '../../../support/within.ts';

const sourceFiles = suite('source files');
const inDirectory = within(sourceFiles, withDirectory);

const flow = { account_id: 'MT4:1', id: '7', at: '2024-05-01T08:00:00Z', kind: 'flow', text: '' };

inDirectory('writes the tables given, quoted where needed, and nothing else', async (directory) => {
  const out = join(directory, 'new', 'source');
  const written = await writeSourceFiles(out, [
    {
      id: 'MT4:1',
      tables: { cash_flows: [{ ...flow, id: 'a,"b"', amount: '5000.00' }], equity: [] },
    },
  ]);
  const path = join(out, 'cash_flows-MT4_3a1.csv');
  const empty = join(out, 'equity-MT4_3a1.csv');
  assert.equal(written, [
    { table: 'cash_flows', path, rows: 1 },
    { table: 'equity', path: empty, rows: 0 },
  ]);
  assert.is(
    await readFile(path, 'utf8'),
    'account_id,id,at,amount,kind,text\nMT4:1,"a,""b""",2024-05-01T08:00:00Z,5000.00,flow,\n',
  );
  assert.is(await readFile(empty, 'utf8'), 'account_id,at,balance,equity,margin\n');
  assert.equal((await readdir(out)).sort(), ['cash_flows-MT4_3a1.csv', 'equity-MT4_3a1.csv']);
});

inDirectory('replaces the files of what is no account', async (directory) => {
  await writeSourceFiles(directory, [
    { id: 'a', tables: { cash_flows: [{ ...flow, amount: '1' }] } },
  ]);
  await writeSourceFiles(directory, [{ id: 'a', tables: { cash_flows: [] } }]);
  const text = await readFile(join(directory, 'cash_flows-a.csv'), 'utf8');
  assert.is(text, 'account_id,id,at,amount,kind,text\n');
});

inDirectory('says where it could not write', async (directory) => {
  const blocked = join(directory, 'file');
  await writeFile(blocked, '');
  try {
    await writeSourceFiles(blocked, [{ id: 'a', tables: { equity: [] } }]);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, CommandError);
    assert.match(String(error), `cannot write to ${blocked}`);
  }
});

sourceFiles('gives each account its own name, and never a path', () => {
  const ids = ['MT4:1', 'MT4_3a1', 'MT4/1', '../1', '..', 'a.csv', 'Ä', 'A', 'x'.repeat(300), ''];
  const names = ids.map(fileSafe);
  assert.is(new Set(names).size, ids.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{0,160}$/);
});

const tradeOf = (account_id: string, ticket: string, profit: string) =>
  ({ account_id, ticket, profit }) as unknown as SourceRow<'trades'>;
const accountOf = (account_id: string) =>
  ({
    account_id,
    currency: 'USD',
    created_at: '2024-05-01T08:00:00Z',
    updated_at: '2024-05-31T23:30:00-02:00',
    statement: '0123456789abcdef',
  }) as unknown as SourceRow<'accounts'>;

inDirectory('trades go to the file of their account', async (directory) => {
  const trades = [tradeOf('A', '1', '5'), tradeOf('B', '1', '6'), tradeOf('A', '2', '7')];
  const accounts = [accountOf('A'), accountOf('B')];
  const files = await writeSourceFiles(directory, splitByAccount({ accounts, trades }));
  const rows = files.filter(({ path }) => path.includes('trades-')).map((file) => file.rows);
  assert.equal(rows, [2, 1]);
});

inDirectory('of an account are named by the UTC day and the export', async (directory) => {
  const [written] = await writeSourceFiles(
    directory,
    splitByAccount({ accounts: [accountOf('A')] }),
  );
  assert.is(written?.path, join(directory, 'accounts-A-20240601-0123456789ab.csv'));
});

inDirectory('leave nothing where some cannot be written', async (directory) => {
  const part = (trades: SourceRow<'trades'>[]) => [
    { id: 'A', tables: { accounts: [accountOf('A')], trades } },
  ];
  await writeSourceFiles(directory, part([tradeOf('A', '1', '5')]));
  // A folder is where the second file would be written.
  await mkdir(join(directory, `.trades-A-20240601-0123456789ab.${process.pid}.tmp`));
  const [before, names] = [await readFile(tradesIn(directory), 'utf8'), await readdir(directory)];
  const written = writeSourceFiles(directory, part([tradeOf('A', '2', '7')]));
  assert.match(await written.then(() => 'written', String), 'cannot write to ');
  assert.equal(
    [await readFile(tradesIn(directory), 'utf8'), await readdir(directory)],
    [before, names],
  );
});

const tradesIn = (directory: string) => join(directory, 'trades-A-20240601-0123456789ab.csv');

sourceFiles.run();
