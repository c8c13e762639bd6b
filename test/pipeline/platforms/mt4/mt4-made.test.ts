import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bookingsOf, type MadeAccount, totalsOf } from '../../../../fixtures/statements/account.ts';
import { bytesOf, type MadeCase, madeCases } from '../../../../fixtures/statements/cases.ts';
import { importCommand } from '../../../../pipeline/commands/import.ts';
import { readTotals, type WrittenTotals } from '../written-totals.ts';

const made = suite<{ directory: string }>('mt4 made-up statements');

made.before(async (context) => {
  context.directory = await mkdtemp(join(tmpdir(), 'trackrecord-made-'));
});

made.after(async ({ directory }) => {
  await rm(directory, { recursive: true, force: true });
});

async function run(directory: string, name: string, bytes: Uint8Array) {
  const file = join(directory, `${name}.htm`);
  const out = join(directory, name);
  await writeFile(file, bytes);
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await importCommand(
    {},
    { format: 'mt4', file, accountId: 'MT4:made', out, tz: 'NY+7' },
    { stdout: (line) => stdout.push(line), stderr: (line) => stderr.push(line) },
  );
  return { code, out, stdout, stderr };
}

const cases = madeCases();
// How many random accounts are written and read again; more with ACCOUNTS=200.
const accounts = Number(process.env.ACCOUNTS ?? 14);

/** What was written, as it has to be read. */
function toldOf({ account }: MadeCase): WrittenTotals {
  const told = totalsOf(account);
  return {
    trades: told.trades,
    sold: told.sold,
    net: told.net,
    grossProfit: told.grossProfit,
    grossLoss: told.grossLoss,
    charges: told.charges,
    swap: told.swap,
    positions: told.positions,
    floating: told.floating,
    deposits: told.deposits,
    credit: told.credit,
    opening: told.before,
    balance: told.balance,
    equity: told.equity,
  };
}

made(`${accounts} random accounts come back equal`, async ({ directory }) => {
  for (let at = 0; at < accounts; at++) {
    const each = madeCases(1 + Math.floor(at / cases.length))[at % cases.length];
    if (each === undefined) throw new Error('no such case');
    const { code, out, stderr } = await run(directory, `random ${at}`, bytesOf(each));
    assert.is(code, 0, stderr.join('\n'));
    assert.equal(await readTotals(out, each.account.places), toldOf(each), `${each.name} ${at}`);
  }
});

for (const each of cases) {
  made(`${each.name}: every figure agrees, and what is written adds up`, async ({ directory }) => {
    const { code, out, stdout, stderr } = await run(directory, each.name, bytesOf(each));
    assert.is(code, 0, stderr.join('\n'));
    assert.match(stdout.join('\n'), /^MT4:made: statement .*: \d+ figures agree, 0 do not, /m);
    assert.equal(await readTotals(out, each.account.places), toldOf(each));
    const [account] = await accountOf(out);
    assert.is(account?.broker, each.account.broker);
    assert.is(account?.updated_at, newestOf(each.account));
  });
}

made('a statement says how it took each kind of its balance rows', async ({ directory }) => {
  const eventful = cases.find(({ name }) => name === 'eventful');
  if (eventful === undefined) throw new Error('no such case');
  const { stdout, stderr } = await run(directory, 'kinds', bytesOf(eventful));
  const { account } = eventful;
  const isResult = /Interest|Dividend|Financing/;
  const rows = bookingsOf(account, 'balance');
  const said = (what: string) => Number(stdout.find((line) => line.includes(what))?.split(' ')[0]);
  assert.is(said('taken as adjustment'), rows.filter(({ text }) => isResult.test(text)).length);
  assert.is(said('taken as flow'), rows.filter(({ text }) => !isResult.test(text)).length);
  assert.is(said('kept as credit'), bookingsOf(account, 'credit').length);
  const unknown = rows.filter(({ text }) => text === 'Balance update').length;
  assert.ok(
    unknown > 0 && stderr.some((line) => line.startsWith(`${unknown} of the balance rows`)),
  );
});

made(
  'every figure that is printed is compared, and named where it differs',
  async ({ directory }) => {
    const eventful = cases.find(({ name }) => name === 'eventful');
    if (eventful === undefined) throw new Error('no such case');
    const html = bytesOf(eventful).toString();
    const below = html.indexOf('colspan=10>&nbsp;');
    const figures = [...html.matchAll(/class=mspt>(?:<b>)?(-?[\d .()%-]+)</g)].filter(
      ({ index }) => index > below && !/<td title|nowrap>/.test(lineAround(html, index)),
    );
    assert.is(figures.length, 10 + 8 + 23);
    for (const { 0: cell, 1: figure = '', index } of figures) {
      const last = figure.search(/\d\D*$/);
      const other = `${figure.slice(0, last)}${(Number(figure[last]) + 5) % 10}${figure.slice(last + 1)}`;
      const changed =
        html.slice(0, index) + cell.replace(figure, other) + html.slice(index + cell.length);
      // The margin and what it leaves free stand in no row.
      if (/>(Free )?Margin:</.test(lineBefore(html, index))) continue;
      const { code, stdout } = await run(directory, 'changed', Buffer.from(changed));
      assert.is(code, 3, `${lineBefore(html, index)} ${other}`);
      const [number = ''] = other.replaceAll(' ', '').match(/-?[\d.]+(?=%?\)?$)/) ?? [];
      const told = stdout
        .filter((line) => line.startsWith('  '))
        .map((line) => line.split(/ {2,}/));
      // Taxes are part of the commission here, and are told as that.
      const names = told.map(([, name = '', printed]) => `${name} ${printed}`);
      const isTold = names.some((name) => name.endsWith(` ${Number(number)}`));
      assert.ok(
        isTold || names.some((name) => /^(Open positions, c|C)ommission /.test(name)),
        `${other}: ${names}`,
      );
    }
  },
);

// A trade that brought exactly nothing changes no sum: only the counts of the Details tell.
made('a trade that brought nothing is missed when it is not there', async ({ directory }) => {
  let dropped = 0;
  for (const each of cases.filter(({ look }) => look.layout === 'detailed')) {
    const html = bytesOf({ ...each, encoding: 'utf-8' }).toString();
    const line = html
      .split(/(?<=<\/tr>\r?\n)/)
      .find((row) => /nowrap>20.*(<td class=mspt>0(\.00)?<\/td>){4}/.test(row));
    if (line === undefined) continue;
    dropped++;
    const { code, stderr } = await run(
      directory,
      `dropped ${each.name}`,
      Buffer.from(html.replace(line, '')),
    );
    assert.is(code, 3);
    assert.match(stderr.join('\n'), /prints other figures than its rows give: (.*, )?Trades\b/);
  }
  assert.ok(dropped > 1);
});

const lineAround = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at));

const lineBefore = (text: string, at: number): string =>
  lineAround(text, text.lastIndexOf('\n', at) - 1);

async function accountOf(out: string): Promise<Record<string, string>[]> {
  const name = (await readdir(out)).find((each) => each.startsWith('accounts-')) ?? '';
  return parse(await readFile(join(out, name), 'utf8'), { columns: true });
}

/** In UTC: New York's clock is 7 hours behind the server's, and 4 or 5 behind UTC. */
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

made('a gross profit that is not that of the rows is named', async (context) => {
  const [eventful] = cases;
  assert.ok(eventful);
  const printed = /(Gross Profit:<\/b><\/td>\s*<td[^>]*>(?:<b>)?)[\d ]*/;
  const html = String(bytesOf(eventful));
  assert.match(html, printed);
  const tampered = Buffer.from(html.replace(printed, '$11'));
  const { code, stderr } = await run(context.directory, 'tampered', tampered);
  assert.is(code, 3);
  assert.match(stderr.join('\n'), /prints other figures than its rows give: Gross profit$/m);
});

made.run();
