import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { diffCommand } from '../../../pipeline/commands/diff.ts';
import { historyCommand } from '../../../pipeline/commands/history.ts';
import { withRegistry } from '../../../pipeline/commands/with-registry.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { chainId } from '../../../pipeline/publish/snapshot/chain.ts';
import { rollBack } from '../../../pipeline/publish/snapshot/rollback.ts';
import { verifyChain } from '../../../pipeline/publish/snapshot/verify-chain.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import type { Hidable } from '../../../pipeline/registry/words.ts';
import { restatementsFor } from '../../../pipeline/shown/restatements.ts';
import { within } from '../../support/within.ts';
import { createTerminal } from '../commands/terminal.ts';
import {
  account,
  asOf,
  type Desk,
  idOf,
  preparedDesk,
  registeredAccount,
  registeredPortfolio,
  tamper,
  trade,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';

type Cells = ReturnType<typeof trade>;

/** Data of one account in which something changes. */
interface Facts {
  account: Cells;
  trades: Cells[];
  flows: Cells[];
  equity: Cells[];
}

const flow = (name: string, id: number, changes: Cells = {}): Cells => ({
  account_id: idOf(name),
  id,
  at: '2024-06-03T00:00:00Z',
  amount: 500,
  kind: 'flow',
  ...changes,
});
const report = (name: string, day: string, equity: number): Cells => ({
  account_id: idOf(name),
  at: `${day}T20:00:00Z`,
  balance: equity,
  equity,
});
const closing = (day: string, changes: Cells = {}): Cells => ({
  opened_at: `${day}T08:00:00Z`,
  closed_at: `${day}T09:00:00Z`,
  ...changes,
});

/**
 * Columns that the desk's rows leave out. They have a value here, because the first row names all
 * columns.
 */
const unset: Cells = {
  stop_loss: 1.05,
  take_profit: 1.3,
  commission: 0,
  swap: 0,
  comment: 'swing',
  magic_number: null,
};

/** Makes trades on four days, with a deposit and two reports. The first run is on the last day. */
const factsOf = (name: string): Facts => ({
  account: account(name, { leverage: 100 }),
  trades: ['2024-06-03', '2024-06-04', '2024-06-05', '2024-06-12'].map((day, at) =>
    trade(name, at + 1, closing(day, unset)),
  ),
  flows: [flow(name, 1)],
  equity: [report(name, '2024-06-04', 1520), report(name, '2024-06-05', 1530)],
});

interface Found {
  readonly kind: string;
  readonly facts: readonly string[];
  readonly first_day: string | null;
  readonly days_affected: number | null;
}

/** Changes of data, and the restatements that a run then finds. None if no closed day changes. */
type Case = readonly [change: (facts: Facts) => void, ...found: Found[]];

const restatement = (
  kind: string,
  fact: string,
  first_day: string | null = '2024-06-04',
): Found => ({
  kind,
  facts: [fact],
  first_day,
  days_affected: first_day === null ? 0 : 1,
});

const set = (rows: Cells[], at: number, changes: Cells): void => {
  rows[at] = { ...rows[at], ...changes };
};

/** Every column of a trade except its keys, with another value on the same day. */
const fields: Cells = {
  symbol: 'USDJPY',
  side: 'sell',
  volume: 0.2,
  open_price: 1.15,
  close_price: 1.25,
  stop_loss: 1.06,
  take_profit: 1.31,
  opened_at: '2024-06-04T07:00:00Z',
  closed_at: '2024-06-04T09:30:00Z',
  profit: 11,
  commission: -1,
  swap: -1,
  comment: 'scalp',
  magic_number: 7,
};

const cases: Record<string, Case> = {
  ...Object.fromEntries(
    Object.entries(fields).map(([field, value]): [string, Case] => [
      `${field} of a trade is another`,
      [({ trades }) => set(trades, 1, { [field]: value }), restatement('changed', 'trades')],
    ]),
  ),
  'a trade vanished': [({ trades }) => trades.splice(1, 1), restatement('removed', 'trades')],
  'every trade of two days vanished': [
    ({ trades }) => trades.splice(1, 2),
    { ...restatement('removed', 'trades'), days_affected: 2 },
  ],
  'a trade was added late': [
    ({ trades }) => trades.push({ ...trades[0], ...closing('2024-06-04'), ticket: 9 }),
    restatement('added', 'trades'),
  ],
  'a trade was added late to a day without any': [
    ({ trades }) => trades.push({ ...trades[0], ...closing('2024-06-07'), ticket: 9 }),
    restatement('added', 'trades', '2024-06-07'),
  ],
  'a trade has another ticket': [
    ({ trades }) => set(trades, 1, { ticket: 99 }),
    restatement('changed', 'trades'),
  ],
  'a trade moved to another day': [
    ({ trades }) => set(trades, 1, closing('2024-06-05')),
    restatement('added', 'trades', '2024-06-05'),
    restatement('removed', 'trades'),
  ],
  'a flow vanished': [
    ({ flows }) => flows.splice(0, 1),
    restatement('removed', 'flows', '2024-06-03'),
  ],
  'a flow is another': [
    ({ flows }) => set(flows, 0, { amount: 501 }),
    restatement('changed', 'flows', '2024-06-03'),
  ],
  'a flow turned out to be a result': [
    ({ flows }) => set(flows, 0, { kind: 'adjustment' }),
    restatement('changed', 'flows', '2024-06-03'),
  ],
  'a flow turned out to be credit': [
    ({ flows }) => set(flows, 0, { kind: 'credit' }),
    restatement('removed', 'flows', '2024-06-03'),
  ],
  'a flow was added late': [
    ({ flows }) => flows.push({ ...flows[0], id: 2, at: '2024-06-04T00:00:00Z' }),
    restatement('added', 'flows'),
  ],
  'an equity report is another': [
    ({ equity }) => set(equity, 1, { equity: 1531 }),
    restatement('changed', 'equity', '2024-06-05'),
  ],
  'an equity report vanished': [
    ({ equity }) => equity.splice(0, 1),
    restatement('removed', 'equity'),
  ],
  'the capital it began with is another': [
    (facts) => {
      facts.account.opening_balance = 2000;
    },
    restatement('changed', 'capital', null),
  ],
  'its currency is another': [
    (facts) => {
      facts.account.currency = 'EUR';
    },
    { kind: 'definition', facts: [], first_day: null, days_affected: null },
  ],
  'nothing changed': [() => {}],
  'trades came after all that was known': [
    ({ trades }) => {
      for (const [ticket, day] of [
        [20, '2024-06-12'],
        [21, '2024-06-13'],
      ] as const) {
        trades.push({ ...trades[0], ...closing(day), closed_at: `${day}T19:00:00Z`, ticket });
      }
    },
  ],
  'a trade of the day of the run is another': [({ trades }) => set(trades, 3, { profit: 99 })],
  'a flow and reports came after all that was known': [
    ({ flows, equity, account: row }) => {
      const name = String(row.account_id).slice(4).split('@')[0] ?? '';
      flows.push({ ...flows[0], id: 5, at: '2024-06-13T00:00:00Z' });
      equity.push(report(name, '2024-06-13', 1600));
    },
  ],
  'another report came before the last of a day': [
    ({ equity }) => equity.push({ ...equity[1], at: '2024-06-05T10:00:00Z', equity: 7 }),
  ],
  'its rows stand in another order': [({ trades }) => trades.reverse()],
  'what is said of its platform is another': [
    (facts) => {
      facts.account.broker = 'Other';
      facts.account.leverage = 30;
      facts.account.updated_at = '2024-06-13T00:00:00Z';
    },
  ],
};

const names = Object.keys(cases).map((_, at) => `c${at}`);
const later = new Date('2024-06-14T12:00:00Z');

function write(desk: Desk, all: readonly Facts[]): void {
  desk.write(
    'accounts.csv',
    all.map(({ account: row }) => row),
  );
  desk.write(
    'trades.csv',
    all.flatMap(({ trades }) => trades),
  );
  desk.write(
    'cash_flows.csv',
    all.flatMap(({ flows }) => flows),
  );
  desk.write(
    'equity.csv',
    all.flatMap(({ equity }) => equity),
  );
}

/** Publishes an account for every case, and a portfolio of two of them. */
const withCases = preparedDesk((desk) => {
  write(desk, [...names, 'cut', 'apart'].map(factsOf));
  desk.registered.push(
    ...[...names, 'cut', 'apart'].map((name) => registeredAccount(name)),
    registeredPortfolio('all', [nameOf('profit of a trade is another'), 'apart']),
    registeredPortfolio('calm', [
      nameOf('nothing changed'),
      nameOf('its rows stand in another order'),
    ]),
  );
  return desk.run();
});

const nameOf = (what: string): string => `c${Object.keys(cases).indexOf(what)}`;
/** Returns restatements as the owner sees them, or as somebody from whom `hidden` is hidden. */
const restatedOf = (desk: Desk, id: string, hidden: readonly Hidable[] = []) =>
  restatementsFor(JSON.stringify(desk.part(id, 'restatements')), new Set(hidden));

const restated = suite('restatements');

restated('are found wherever a closed day is not what it was, and nowhere else', () =>
  withCases(async (desk) => {
    const all = [...names, 'cut', 'apart'].map(factsOf);
    for (const [at, [change]] of Object.values(cases).entries()) {
      const facts = all[at];
      if (facts) change(facts);
    }
    write(desk, all);
    desk.registered.splice(
      desk.registered.findIndex(({ slug }) => slug === 'cut'),
      1,
      registeredAccount('cut', { history_cut_at: '2024-06-04', slug: 'renamed', hide: ['trades'] }),
    );
    const { version } = await desk.run({ rebuild: true, sources: [desk.source], asOf: later });
    for (const [at, [what, [, ...expected]]] of Object.entries(cases).entries()) {
      const { since, count, last_found_at, restatements } = restatedOf(desk, idOf(`c${at}`));
      const found = restatements.map(
        ({ kind, facts, first_day, days_affected }: Found): Found => ({
          kind,
          facts,
          first_day,
          days_affected,
        }),
      );
      assert.equal(found, expected, what);
      const isCounted = expected.some(({ kind }) => kind !== 'definition');
      assert.equal(
        [since, count, last_found_at],
        ['2024-06-12', isCounted ? expected.length : 0, isCounted ? '2024-06-14T12:00:00Z' : null],
        what,
      );
    }

    // 1000 and a deposit of 500, then 10 from each of four trades. One of them changes to 11.
    const [first] = restatedOf(desk, idOf(nameOf('profit of a trade is another'))).restatements;
    assert.equal(first, {
      found_at: '2024-06-14T12:00:00Z',
      version: 2,
      kind: 'changed',
      facts: ['trades'],
      first_day: '2024-06-04',
      days_affected: 1,
      profit_before: 40,
      profit_after: 41,
      twr_before: 2.6667,
      twr_after: 2.7333,
    });
    // Only data that was known before counts, whatever came later.
    const [late] = restatedOf(desk, idOf(nameOf('a trade vanished'))).restatements;
    assert.equal([late?.profit_before, late?.profit_after], [40, 30]);

    const [cut] = restatedOf(desk, idOf('cut')).restatements;
    assert.equal(
      [cut?.kind, cut?.first_day, cut?.days_affected, cut?.profit_before, cut?.twr_before],
      ['cut', null, null, null, null],
    );
    const [of] = restatedOf(desk, 'portfolio:all').restatements;
    assert.equal(
      [of?.kind, of?.first_day, of?.profit_before, of?.profit_after],
      ['changed', '2024-06-04', 80, 81],
    );
    assert.equal(restatedOf(desk, 'portfolio:calm').restatements, []);

    const rows = await desk.warehouse(`select * exclude (found_at) from shared_restatements
      where slug = '${nameOf('profit of a trade is another')}' and found_at = '2024-06-14T12:00:00Z'`);
    assert.equal(rows, [
      {
        slug: nameOf('profit of a trade is another'),
        type: 'account',
        row_no: '1',
        version: '2',
        kind: 'changed',
        facts: 'trades',
        first_day: '2024-06-04',
        days_affected: '1',
        profit_before: 40,
        profit_after: 41,
        twr_before: 2.6667,
        twr_after: 2.7333,
      },
    ]);

    const { restated: noted = {} } = desk.manifest();
    const expected = Object.values(cases).flatMap(([, ...found], at) =>
      found.length > 0 ? [[idOf(`c${at}`), found.map(({ kind }) => kind)] as const] : [],
    );
    const otherAccounts = [
      [idOf('cut'), ['cut']],
      ['portfolio:all', ['changed']],
    ] as const;
    const hashed = [...expected, ...otherAccounts].map(([id, kinds]) => [chainId(id), kinds]);
    assert.equal(noted, Object.fromEntries(hashed));
    assert.equal(version.slice(0, 6), '000002');
    assert.equal(verifyChain(desk.dataDir).faults, []);
  }),
);

/** Lists the kinds, the numbers of their versions, and whether their amounts are known. */
const listed = (desk: Desk): string[] =>
  restatedOf(desk, idOf('a')).restatements.map(
    ({ kind, version, profit_before }) => `${version} ${kind} ${profit_before ?? 'unknown'}`,
  );

const withOne = preparedDesk(async (desk) => {
  write(desk, [factsOf('a')]);
  desk.registered.push(registeredAccount('a'));
  await desk.run({ keepVersions: 9 });
  desk.write('trades-2.csv', [trade('a', 2, closing('2024-06-04', { ...unset, profit: 11 }))]);
  await desk.run({ keepVersions: 9 });
});
const inOne = within(restated, withOne);

inOne('stay as they were found, whatever else is computed again', async (desk) => {
  const found = ['2 changed 40'];
  assert.equal(listed(desk), found);
  const [, ...differing] = await diff(desk);
  assert.is(differing.length, 1);
  assert.match(
    differing[0] ?? '',
    `${idOf('a')}: trades 4 to 4, profit 40 to 41, return 2.6667 to 2.7333 %; summary, `,
  );
  await tamper(desk.dataDir.working, 'update computed set input = 1');
  assert.is((await desk.run()).accountsComputed, 1, 'another form');
  desk.write('trades-3.csv', [trade('a', 30, closing('2024-06-13', unset))]);
  await desk.run({ asOf: later, full: true });
  assert.equal(listed(desk), found);
  const { code, stdout } = await history(desk);
  assert.equal(
    [code, ...stdout],
    [
      0,
      'a: 1 restatement since 2024-06-12, the last on 2024-06-12',
      '2024-06-12T12:00:00Z  version 2  changed trades, 1 day 2024-06-04; profit 40 to 41; return 2.6667 to 2.7333 %',
    ],
  );
  assert.equal(verifyChain(desk.dataDir).faults, []);
});

inOne('are listed up to a thousand, and counted beyond', async (desk) => {
  const { count } = restatedOf(desk, idOf('a'));
  const { chain } = desk.dataDir;
  const lines = readFileSync(chain, 'utf8').trim().split('\n');
  const kinds = Array.from({ length: 1200 }, (_, number) => `kind-${1000 + number}`);
  const last = {
    ...JSON.parse(lines.pop() ?? ''),
    rollback: true,
    restated: { [chainId(idOf('a'))]: ['changed', ...kinds] },
  };
  writeFileSync(chain, `${[...lines, JSON.stringify(last)].join('\n')}\n`);
  desk.write('trades-4.csv', [trade('a', 3, closing('2024-06-05', { ...unset, profit: 9 }))]);
  await desk.run({ asOf: later });
  const found = restatedOf(desk, idOf('a'));
  assert.equal([found.restatements.length, found.count], [1000, count + 1200 + 1]);
  assert.is(found.restatements[0]?.kind, 'changed');
  assert.is(found.last_found_at, '2024-06-14T12:00:00Z');
  assert.not.match(verifyChain(desk.dataDir).faults.join(), /has other restatements than/);
});

inOne('outlast a rollback, a lost version and a cut, which takes their amounts', async (desk) => {
  await rollBack(desk.dataDir, null);
  assert.equal(verifyChain(desk.dataDir).faults, []);
  await desk.run({ keepVersions: 9 });
  assert.equal(listed(desk), ['3 changed 40', '2 changed unknown'], 'it was taken back meanwhile');
  rmSync(join(desk.dataDir.snapshots, 'buckets'), { recursive: true });
  await desk.run({ asOf: later });
  assert.equal(listed(desk), ['3 changed unknown', '2 changed unknown']);
  assert.is(restatedOf(desk, idOf('a')).since, '2024-06-14', 'nothing is left to compare with');
  desk.write('trades-4.csv', [trade('a', 3, closing('2024-06-05', { ...unset, profit: 9 }))]);
  await desk.run({ asOf: later });
  assert.is(listed(desk)[0], '5 changed 41');
  desk.registered.splice(0, 1, registeredAccount('a', { history_cut_at: '2024-06-05' }));
  await desk.run({ asOf: later });
  assert.is(listed(desk)[0], '6 cut unknown');
  assert.is(listed(desk)[1], '5 changed unknown');
  assert.equal(verifyChain(desk.dataDir).faults, []);
  const { chain } = desk.dataDir;
  const [first = '', ...rest] = readFileSync(chain, 'utf8').split('\n');
  writeFileSync(chain, [first, ...rest].join('\n').replace('"cut"', '"changed"'));
  assert.match(verifyChain(desk.dataDir).faults.join(), /has other restatements than/);
});

async function diff({ dataDir }: Desk) {
  const { io, stdout } = createTerminal(asOf);
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
  await diffCommand(config, { before: '1', after: '2' }, io);
  await refusal(diffCommand(config, { before: '1', after: '7' }, io));
  return stdout;
}

async function history({ dataDir, registered }: Desk) {
  const { io, stdout } = createTerminal(asOf);
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
  await withRegistry(config, io, (registry) =>
    applyRegistry(registry, {
      owners: [{ slug: 'desk', name: 'Desk' }],
      accounts: registered.map(({ slug, account_id }) => ({
        slug,
        account_id,
        type: 'account',
        owner: 'desk',
        name: slug,
      })),
    }),
  );
  return { code: await historyCommand(config, { slug: 'a' }, io), stdout };
}

restated.run();
