import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory, type StatementsDirectory } from '../../../pipeline/base/data-directory.ts';
import { sourceTables } from '../../../pipeline/platforms/source/source-tables.ts';
import { collectStatements } from '../../../pipeline/statements/collect.ts';
import { withDirectory } from '../../support/directory.ts';

const collecting = suite('statements that were confirmed');

const day = (number: number): string =>
  new Date(Date.UTC(2024, 0, number)).toISOString().replace('.000', '');

const filled = (table: 'accounts' | 'trades' | 'equity', values: object) => ({
  ...Object.fromEntries(sourceTables[table].map((column) => [column, ''])),
  ...values,
});

/** The month `number` of an account, of `size` trades; `at` is where it stands among the statements. */
const monthOf = (number: number, size: number, changes: object = {}) => {
  const id = 'MT5:1';
  const at = day(31 * number + 1);
  return {
    accounts: [
      filled('accounts', {
        ...{ account_id: id, platform: 'MT5', currency: 'USD', reported_balance: `${number}` },
        ...{ created_at: day(31 * number - 30), updated_at: at, opening_balance: `${number - 1}` },
        ...changes,
      }),
    ],
    trades: Array.from({ length: size }, (_, place) =>
      filled('trades', { account_id: id, ticket: `${number}-${place}`, symbol: 'X', profit: '1' }),
    ),
    positions: [],
    equity: [filled('equity', { account_id: id, at, balance: `${number}`, equity: `${number}` })],
    printed_figures: [
      { account_id: id, statement: `s${number}`, figure: 'balance', value: `${number}` },
    ].map((row) => ({ ...row, decimals: '0', covered_from: '', printed_at: at })),
  };
};

function confirm(
  { confirmed }: StatementsDirectory,
  name: string,
  tables: object,
  ids: readonly string[] = ['mine'],
): void {
  const folder = join(confirmed, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'parts.json'), JSON.stringify([{ id: 'MT5:1', tables }]));
  writeFileSync(join(folder, 'confirmation.json'), JSON.stringify({ ids, slugs: [] }));
}

const silent = { warn: () => {} };

const rowsIn = ({ facts }: StatementsDirectory): Record<string, unknown> =>
  Object.fromEntries(
    readdirSync(facts)
      .sort()
      .map((name) => [name, parse(readFileSync(join(facts, name)), { columns: true })]),
  );

collecting('together come to the same as one by one, in any order', () =>
  withDirectory(async (directory) => {
    const [together, apart] = ['together', 'apart'].map(
      (name) => dataDirectory(join(directory, name)).inbox.statements,
    );
    if (!together || !apart) throw new Error('no directories');
    // The second month comes again at the end, as it was corrected; the first comes last but one.
    const months = [3, 2, 5, 4, 1, 2].map((number, at) =>
      monthOf(number, 3, at === 5 ? { broker: 'Told late' } : {}),
    );
    for (const [at, month] of months.entries()) {
      confirm(together, `${at}`, month);
      confirm(apart, `${at}`, month);
      await collectStatements(apart, silent);
    }
    await collectStatements(together, silent);
    const rows = rowsIn(together);
    const sorted = (all: Record<string, unknown>) =>
      Object.entries(all).map(([name, some]) => [
        name,
        (some as object[]).map((row) => JSON.stringify(row)).sort(),
      ]);
    assert.equal(sorted(rows), sorted(rowsIn(apart)));
    const [account] = rows['accounts-mine.csv'] as Record<string, string>[];
    assert.equal(
      [account?.opening_balance, account?.reported_balance, account?.broker],
      ['0', '5', 'Told late'],
    );
    assert.is((rows['trades-mine.csv'] as object[]).length, 15);
    assert.equal([readdirSync(together.confirmed), readdirSync(together.taken).length], [[], 6]);
  }),
);

collecting('in another currency than those before are refused by themselves', () =>
  withDirectory(async (directory) => {
    const { statements } = dataDirectory(directory).inbox;
    confirm(statements, '1', monthOf(1, 1));
    confirm(statements, '2', monthOf(2, 1, { currency: 'EUR' }));
    confirm(statements, '3', monthOf(3, 1));
    const warnings: unknown[] = [];
    await collectStatements(statements, { warn: (...words) => warnings.push(words) });
    assert.is(warnings.length, 1);
    const refusal = readFileSync(join(statements.taken, '2', 'refusal.txt'), 'utf8');
    assert.match(
      refusal,
      /^mine is in USD and this statement is in EUR; one account can't add up both/,
    );
    assert.is((rowsIn(statements)['trades-mine.csv'] as object[]).length, 2);
  }),
);

collecting('in a currency that there is none of are refused by themselves', () =>
  withDirectory(async (directory) => {
    const { statements } = dataDirectory(directory).inbox;
    confirm(statements, '1', monthOf(1, 1, { currency: 'EURO' }));
    confirm(statements, '2', monthOf(2, 1));
    await collectStatements(statements, silent);
    assert.match(
      readFileSync(join(statements.taken, '1', 'refusal.txt'), 'utf8'),
      /^its currency "EURO" must be three capital letters.* Drop it again and give the currency/,
    );
    assert.is((rowsIn(statements)['trades-mine.csv'] as object[]).length, 1);
  }),
);

/** What a statement has of bytes in its folder. */
const bytesOf = ({ confirmed }: StatementsDirectory, name: string): number =>
  statSync(join(confirmed, name, 'parts.json')).size;

collecting('that would come to more than is held wait for their account alone, in order', () =>
  withDirectory(async (directory) => {
    const { statements } = dataDirectory(directory).inbox;
    const warnings: unknown[] = [];
    const log = { warn: (...words: unknown[]) => warnings.push(words) };
    confirm(statements, '1', monthOf(1, 50));
    const accountBytes = bytesOf(statements, '1');
    const bounds = { togetherBytes: accountBytes, accountBytes };
    assert.equal((await collectStatements(statements, log, bounds)).waiting, []);

    confirm(statements, '2', monthOf(2, 40));
    confirm(statements, '3', monthOf(3, 1));
    confirm(statements, '4', monthOf(4, 40), ['theirs']);
    confirm(statements, '5', monthOf(5, 60), ['third']);
    const { waiting } = await collectStatements(statements, log, bounds);
    assert.equal(
      waiting.map(({ id, is_for_owner }) => [id, is_for_owner]),
      [
        ['mine', true],
        ['mine', true],
        ['third', true],
      ],
    );
    for (const { reason } of waiting) assert.match(reason, /^its statements come to more than/);
    assert.is(warnings.length, 3);
    assert.equal(readdirSync(statements.confirmed).sort(), ['2', '3', '5']);
    const rows = rowsIn(statements);
    assert.is((rows['trades-mine.csv'] as object[]).length, 50);
    assert.is((rows['trades-theirs.csv'] as object[]).length, 40);

    assert.equal((await collectStatements(statements, silent)).waiting, []);
    assert.is((rowsIn(statements)['trades-mine.csv'] as object[]).length, 91);
  }),
);

collecting('name none but the account that waits', () =>
  withDirectory(async (directory) => {
    const { statements } = dataDirectory(directory).inbox;
    confirm(statements, '1', monthOf(1, 50));
    const bounds = { togetherBytes: 1, accountBytes: 2 * bytesOf(statements, '1') };
    await collectStatements(statements, silent, bounds);
    const parts = [2, 3].map((number) => ({ id: 'MT5:1', tables: monthOf(number, 25) }));
    confirm(statements, '2', {}, ['mine', 'other']);
    writeFileSync(join(statements.confirmed, '2', 'parts.json'), JSON.stringify(parts));
    const tight = { ...bounds, accountBytes: bytesOf(statements, '2') };
    const { waiting } = await collectStatements(statements, silent, tight);
    assert.equal(
      waiting.map(({ id }) => id),
      ['mine'],
    );
    assert.is((rowsIn(statements)['trades-other.csv'] as object[]).length, 25);
  }),
);

const countedBy = '/proc/self/io';

/** Bytes that this process handed to files, or took from them, so far. */
const bytesMoved = (): number =>
  [.../^[rw]char: (\d+)$/gm[Symbol.matchAll](readFileSync(countedBy, 'utf8'))].reduce(
    (sum, [, bytes]) => sum + Number(bytes),
    0,
  );

collecting('of one account take reading and writing by their number, not by its square', () =>
  withDirectory(async (directory) => {
    if (!existsSync(countedBy)) return console.log('skipped: nothing counts bytes here');
    const moved = async (count: number): Promise<number> => {
      const { statements } = dataDirectory(join(directory, `${count}`)).inbox;
      for (let number = 1; number <= count; number += 1) {
        confirm(statements, `${number}`.padStart(3, '0'), monthOf(number, 50));
      }
      const before = bytesMoved();
      await collectStatements(statements, silent);
      return bytesMoved() - before;
    };
    const [few, many] = [await moved(10), await moved(60)];
    assert.ok(many < 8 * few, `${few} bytes for 10 statements, ${many} for 60`);
  }),
);

collecting.run();
