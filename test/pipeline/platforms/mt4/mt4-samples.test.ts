import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { importCommand } from '../../../../pipeline/commands/import.ts';

const samples = inPackage('../shared/samples');

interface Printed {
  trades: number;
  positions: number;
  bookings: number;
  grossProfit: number;
  grossLoss: number;
  net: number;
  deposits: number;
  balance: number;
  opening: number;
  /** Figures of the section Details. A plain statement has none. MT4 counts 0 as won. */
  details?: {
    won: number;
    short: [count: number, wonPercent: string];
    long: [count: number, wonPercent: string];
    best: number;
    worst: number;
    averageWin: number;
    averageLoss: number;
    wins: [count: number, sum: number];
    losses: [count: number, sum: number];
  };
}

// Read from the statements by eye; money in cents. The plain statement prints no gross figures, so
// they are the sums of its rows above and below 0.
const printed: Record<string, Printed> = {
  'mt4-usd-2089.htm': {
    trades: 2089,
    positions: 3,
    bookings: 126,
    grossProfit: 330253,
    grossLoss: -508531,
    net: -178278,
    deposits: 190277,
    balance: 11999,
    opening: 0,
    details: {
      won: 476,
      short: [986, '22.31'],
      long: [1103, '23.21'],
      best: 22473,
      worst: -22558,
      averageWin: 694,
      averageLoss: -315,
      wins: [9, 5653],
      losses: [31, -8400],
    },
  },
  'mt4-usd-636.htm': {
    trades: 636,
    positions: 21,
    bookings: 1,
    grossProfit: 394557,
    grossLoss: -180741,
    net: 213816,
    deposits: 1000000,
    balance: 1213816,
    opening: 0,
    details: {
      won: 438,
      short: [444, '70.95'],
      long: [192, '64.06'],
      best: 7391,
      worst: -12908,
      averageWin: 901,
      averageLoss: -913,
      wins: [29, 28933],
      losses: [11, -1056],
    },
  },
  'mt4-usd-320-comments.htm': {
    trades: 320,
    positions: 4,
    bookings: 2,
    grossProfit: 522282,
    grossLoss: -543009,
    net: -20727,
    deposits: 600000,
    balance: 579273,
    opening: 0,
    details: {
      won: 173,
      short: [170, '54.71'],
      long: [150, '53.33'],
      best: 26420,
      worst: -27558,
      averageWin: 3019,
      averageLoss: -3694,
      wins: [40, 80913],
      losses: [11, -32725],
    },
  },
  'mt4-usd-46.htm': {
    trades: 46,
    positions: 0,
    bookings: 1,
    grossProfit: 216550,
    grossLoss: -55891,
    net: 160659,
    deposits: 50000,
    balance: 210659,
    opening: 0,
    details: {
      won: 39,
      short: [18, '88.89'],
      long: [28, '82.14'],
      best: 35930,
      worst: -16195,
      averageWin: 5553,
      averageLoss: -7984,
      wins: [12, 59268],
      losses: [2, -15336],
    },
  },
  'mt4-usd-42-plain-statement.htm': {
    trades: 42,
    positions: 0,
    bookings: 3,
    grossProfit: 21092,
    grossLoss: -47711,
    net: -26619,
    deposits: 499746,
    balance: 473127,
    opening: 0,
  },
  'mt4-usd-1-no-deposit.htm': {
    trades: 1,
    positions: 1,
    bookings: 0,
    grossProfit: 4900,
    grossLoss: 0,
    net: 4900,
    deposits: 0,
    balance: 5004900,
    opening: 5000000,
    details: {
      won: 1,
      short: [0, '0.00'],
      long: [1, '100.00'],
      best: 4900,
      worst: 0,
      averageWin: 4900,
      averageLoss: 0,
      wins: [1, 4900],
      losses: [0, 0],
    },
  },
};

type Row = Record<string, string>;

const mt4Samples = suite<{ out: string }>('mt4 samples');

mt4Samples.before(async (context) => {
  context.out = await mkdtemp(join(tmpdir(), 'trackrecord-mt4-samples-'));
});

mt4Samples.after(async ({ out }) => {
  await rm(out, { recursive: true, force: true });
});

if (!existsSync(samples)) console.log('skipped: no folder of sample exports next to this checkout');

for (const [name, figures] of existsSync(samples) ? Object.entries(printed) : []) {
  mt4Samples(`${name} loads with every figure it prints, to the cent`, async ({ out }) => {
    const directory = join(out, name);
    const { code, said } = await importSample(name, directory);
    assert.is(code, 0);
    assert.match(said.join('\n'), /^MT4:.*: statement .*: \d+ figures agree, 0 do not, /m);

    const [trades, flows, [account]] = await Promise.all([
      readTable(directory, 'trades'),
      readTable(directory, 'cash_flows'),
      readTable(directory, 'accounts'),
    ]);
    const nets = trades.sort(byClosing).map(netProfit);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const net = sum(nets);
    const deposits = sum(flows.map((flow) => cents(flow.amount)));
    const opening = cents(account?.opening_balance);
    const { details, ...totals } = figures;
    assert.equal(
      {
        trades: trades.length,
        positions: (await readTable(directory, 'positions')).length,
        bookings: flows.length,
        grossProfit: sum(nets.filter((each) => each > 0)),
        grossLoss: sum(nets.filter((each) => each < 0)),
        net,
        deposits,
        balance: opening + deposits + net,
        opening,
      },
      totals,
    );
    assert.is(cents(account?.reported_balance), figures.balance);
    if (details !== undefined) assert.equal(detailsOf(trades, nets), details);
  });

  mt4Samples(`${name} gives the same bytes when imported again`, async ({ out }) => {
    const once = await contents(join(out, name));
    await importSample(name, join(out, name));
    assert.equal(await contents(join(out, name)), once);
    assert.is(once.length, 7);
  });
}

async function importSample(name: string, out: string) {
  const said: string[] = [];
  const io = { stdout: (line: string) => said.push(line), stderr: () => undefined };
  const file = join(samples, name);
  const options = { format: 'mt4', file, accountId: `MT4:${name}`, out, tz: 'NY+7' };
  return { code: await importCommand({}, options, io), said };
}

async function readTable(directory: string, table: string): Promise<Row[]> {
  const file = (await readdir(directory)).find((each) => each.startsWith(`${table}-`)) ?? table;
  return parse<Row>(await readFile(join(directory, file)), { columns: true });
}

async function contents(directory: string): Promise<string[]> {
  const files = (await readdir(directory)).sort();
  return Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
}

function cents(amount = ''): number {
  if (amount === '') return 0;
  assert.match(amount, /^-?\d+\.\d\d$/);
  return Number(amount.replace('.', ''));
}

function netProfit({ profit, swap, commission }: Row): number {
  return cents(profit) + cents(swap) + cents(commission);
}

function byClosing(left: Row, right: Row): number {
  const order = `${left.closed_at}`.localeCompare(`${right.closed_at}`);
  return order || Number(left.ticket) - Number(right.ticket);
}

function detailsOf(trades: Row[], nets: number[]): Printed['details'] {
  const won = nets.filter((net) => net >= 0);
  const lost = nets.filter((net) => net < 0);
  const mean = (values: number[]) =>
    Math.round(values.reduce((total, value) => total + value, 0) / Math.max(1, values.length));
  const side = (name: string): [number, string] => {
    const results = nets.filter((_, index) => trades[index]?.side === name);
    const wins = results.filter((net) => net >= 0).length;
    return [results.length, ((100 * wins) / Math.max(1, results.length)).toFixed(2)];
  };
  return {
    won: won.length,
    short: side('sell'),
    long: side('buy'),
    best: Math.max(0, ...nets),
    worst: Math.min(0, ...nets),
    averageWin: mean(won),
    averageLoss: mean(lost),
    wins: longestRun(nets, (net) => net >= 0),
    losses: longestRun(nets, (net) => net < 0),
  };
}

function longestRun(nets: number[], belongs: (net: number) => boolean): [number, number] {
  let longest: [number, number] = [0, 0];
  let run: [number, number] = [0, 0];
  for (const net of nets) {
    run = belongs(net) ? [run[0] + 1, run[1] + net] : [0, 0];
    if (run[0] > longest[0]) longest = run;
  }
  return longest;
}

mt4Samples.run();
