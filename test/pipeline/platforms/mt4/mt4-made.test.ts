import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bookingsOf, type MadeAccount, totalsOf } from '../../../../fixtures/statements/account.ts';
import { bytesOf, type MadeCase, madeCases } from '../../../../fixtures/statements/cases.ts';
import { importMt4 } from '../../../../pipeline/platforms/mt4/import-mt4.ts';
import type { SourceRows } from '../../../../pipeline/platforms/source/source-tables.ts';
import { findTimezone } from '../../../../pipeline/read/timezone.ts';
import { differenceLines } from '../../../../pipeline/reconcile/comparison-lines.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { comparedIn } from '../compared.ts';
import { runImport } from '../run-import.ts';
import { readTotals, totalsOfTables, type WrittenTotals } from '../written-totals.ts';

const made = suite('mt4 made-up statements');
const directory = directoryDuring(made);

async function run(name: string, bytes: Uint8Array) {
  const file = join(directory, `${name}.htm`);
  const out = join(directory, name);
  await writeFile(file, bytes);
  const options = { format: 'mt4', file, accountId: 'MT4:made', out, tz: 'NY+7' };
  return { out, ...(await runImport(options)) };
}

const cases = madeCases();
// Number of random accounts that are written and read again. ACCOUNTS=200 makes more.
const accounts = Number(process.env.ACCOUNTS ?? 14);

const caseOf = (name: string): MadeCase => {
  const found = cases.find((each) => each.name === name);
  if (found === undefined) throw new Error('no such case');
  return found;
};

const newYork = findTimezone('NY+7');

/** Reads a statement as `import` does, under its own account id. */
async function read(accountId: string, bytes: Uint8Array) {
  const file = join(directory, 'statement.htm');
  await writeFile(file, bytes);
  return importMt4(file, { accountId, timezone: newYork });
}

/** Compares the printed figures of statements with their rows, in one query. */
async function compare(statements: Readonly<Record<string, SourceRows>>) {
  const parts = Object.entries(statements).map(([id, tables]) => ({ id, tables }));
  const compared = await comparedIn(directory, parts);
  return (id: string) => compared.filter(({ account_id }) => account_id === id);
}

/** Returns the expected totals of the generated account. */
function toldOf({ account }: MadeCase): WrittenTotals {
  const totals = totalsOf(account);
  return {
    trades: totals.trades,
    sold: totals.sold,
    net: totals.net,
    grossProfit: totals.grossProfit,
    grossLoss: totals.grossLoss,
    charges: totals.charges,
    swap: totals.swap,
    positions: totals.positions,
    floating: totals.floating,
    deposits: totals.deposits,
    credit: totals.credit,
    opening: totals.before,
    balance: totals.balance,
    equity: totals.equity,
  };
}

made(
  `${cases.length} accounts and ${accounts} random ones come back equal, and every figure agrees`,
  async () => {
    const random = Array.from({ length: accounts }, (_, at) => {
      const each = madeCases(1 + Math.floor(at / cases.length))[at % cases.length];
      if (each === undefined) throw new Error('no such case');
      return [`random ${at}, ${each.name}`, each] as const;
    });
    const statements: Record<string, SourceRows> = {};
    for (const [id, each] of [...cases.map((entry) => [entry.name, entry] as const), ...random]) {
      const { tables, warnings } = await read(id, bytesOf(each));
      assert.equal(warnings, [], id);
      const { trades = [], positions = [], cash_flows = [], accounts = [], equity = [] } = tables;
      const rows = { trades, positions, cash_flows, accounts, equity };
      assert.equal(totalsOfTables(rows, each.account.places), toldOf(each), id);
      assert.is(accounts[0]?.broker, each.account.broker, id);
      if (equity[0] !== undefined) {
        const units = Number(equity[0].margin) * 10 ** each.account.places;
        assert.is(Math.round(units), each.account.margin, id);
      }
      assert.is(accounts[0]?.updated_at, newestOf(each.account), id);
      statements[id] = tables;
    }
    const figuresOf = await compare(statements);
    for (const id of Object.keys(statements)) {
      const figures = figuresOf(id);
      assert.ok(figures.length > 0, id);
      assert.equal(
        figures.filter(({ agrees }) => agrees === false),
        [],
        id,
      );
    }
  },
);

made('what is written adds up, and the command says that every figure agrees', async () => {
  const each = caseOf('eventful');
  const { code, out, stdout, stderr } = await run('written', bytesOf(each));
  assert.is(code, 0, stderr.join('\n'));
  assert.match(stdout.join('\n'), /^MT4:made: statement .*: \d+ figures agree, 0 do not, /m);
  assert.equal(await readTotals(out, each.account.places), toldOf(each));
});

made('a statement says how it took each kind of its balance rows', async () => {
  const eventful = caseOf('eventful');
  const { stdout, stderr } = await run('kinds', bytesOf(eventful));
  const { account } = eventful;
  const isResult = /Interest|Dividend|Financing/;
  const rows = bookingsOf(account, 'balance');
  const said = (what: string) => Number(stdout.find((line) => line.includes(what))?.split(' ')[0]);
  assert.is(said('counted as adjustments'), rows.filter(({ text }) => isResult.test(text)).length);
  assert.is(said('counted as deposits'), rows.filter(({ text }) => !isResult.test(text)).length);
  assert.is(said('kept as credit'), bookingsOf(account, 'credit').length);
  const unknown = rows.filter(({ text }) => text === 'Balance update').length;
  assert.ok(
    unknown > 0 && stderr.some((line) => line.includes(`an unknown text: ${unknown} rows`)),
  );
});

made('every figure that is printed is compared, and named where it differs', async () => {
  const html = bytesOf(caseOf('eventful')).toString();
  const below = html.indexOf('colspan=10>&nbsp;');
  const figures = [...html.matchAll(/class=mspt>(?:<b>)?(-?[\d .()%-]+)</g)].filter(
    ({ index }) => index > below && !/<td title|nowrap>/.test(lineAround(html, index)),
  );
  assert.is(figures.length, 10 + 8 + 23);
  const statements: Record<string, SourceRows> = {};
  const changes: Record<string, string> = {};
  for (const [at, { 0: cell, 1: figure = '', index }] of figures.entries()) {
    // No row has the margin and the free margin.
    if (/>(Free )?Margin:</.test(lineBefore(html, index))) continue;
    const last = figure.search(/\d\D*$/);
    const changedFigure = `${figure.slice(0, last)}${(Number(figure[last]) + 5) % 10}${figure.slice(last + 1)}`;
    const changed =
      html.slice(0, index) + cell.replace(figure, changedFigure) + html.slice(index + cell.length);
    const id = `figure ${at}`;
    const { tables } = await read(id, Buffer.from(changed));
    changes[id] = changedFigure;
    statements[id] = tables;
  }
  const figuresOf = await compare(statements);
  const missed: string[] = [];
  for (const [id, other] of Object.entries(changes)) {
    const [number = ''] = other.replaceAll(' ', '').match(/-?[\d.]+(?=%?\)?$)/) ?? [];
    const names = figuresOf(id)
      .filter(({ agrees }) => agrees === false)
      .map(({ figure, printed }) => `${figure} ${printed}`);
    // Here taxes are part of the commission, and the message says so.
    const isTold = names.some((name) => name.endsWith(` ${Number(number)}`));
    const isCommission = names.some((name) => /^(open_)?commission /.test(name));
    if (!isTold && !isCommission) missed.push(id);
  }
  // Closed and floating P/L are printed twice; the second are the sums below the lists. If taxes of
  // open trades change from 0, the commission still agrees without them.
  assert.equal(missed, ['figure 4', 'figure 6', 'figure 9']);
});

// A trade with a result of exactly 0 changes no sum. Only the counts in the Details show it.
made('a missing trade with result 0 is noticed', async () => {
  const statements: Record<string, SourceRows> = {};
  for (const each of cases.filter(({ look }) => look.layout === 'detailed')) {
    const html = bytesOf({ ...each, encoding: 'utf-8' }).toString();
    const line = html
      .split(/(?<=<\/tr>\r?\n)/)
      .find((row) => /nowrap>20.*(<td class=mspt>0(\.00)?<\/td>){4}/.test(row));
    if (line === undefined) continue;
    const { tables } = await read(each.name, Buffer.from(html.replace(line, '')));
    statements[each.name] = tables;
  }
  const figuresOf = await compare(statements);
  const dropped = Object.keys(statements);
  assert.ok(dropped.length > 1);
  for (const name of dropped) {
    assert.match(
      differenceLines(figuresOf(name)).join('\n'),
      /prints other figures than its rows give: (.*, )?Trades\b/,
    );
  }
});

const lineAround = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at));

const lineBefore = (text: string, at: number): string =>
  lineAround(text, text.lastIndexOf('\n', at) - 1);

/** Converts to UTC: New York's clock is 7 hours behind the server's, and 4 or 5 behind UTC. */
function newestOf(account: MadeAccount): string {
  const walls = [
    ...account.history.flatMap((row) =>
      row.kind === 'order' ? [Number(row.closed)] : row.kind === 'booking' ? [row.at] : [],
    ),
    ...account.open.map(({ opened }) => opened),
  ];
  const newest = Math.max(...walls);
  const zone = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  });
  const offset = zone
    .formatToParts(newest - 2 * 3_600_000)
    .find(({ type }) => type === 'timeZoneName');
  const hours = Number(/-0(\d)/.exec(offset?.value ?? '')?.[1]);
  return new Date(newest - (7 - hours) * 3_600_000).toISOString().replace('.000', '');
}

made('a gross profit that is not that of the rows is named', async () => {
  const [eventful] = cases;
  assert.ok(eventful);
  const printed = /(Gross Profit:<\/b><\/td>\s*<td[^>]*>(?:<b>)?)[\d ]*/;
  const html = String(bytesOf(eventful));
  assert.match(html, printed);
  const tampered = Buffer.from(html.replace(printed, '$11'));
  const { code, stderr } = await run('tampered', tampered);
  assert.is(code, 3);
  assert.match(stderr.join('\n'), /prints other figures than its rows give: Gross profit$/m);
});

made.run();
