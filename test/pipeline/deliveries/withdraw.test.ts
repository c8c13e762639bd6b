import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  deliveriesListCommand,
  deliveriesWithdrawCommand,
} from '../../../pipeline/commands/deliveries.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { refusalsIn } from '../../../pipeline/deliveries/refused-rows.ts';
import { readReloads } from '../../../pipeline/deliveries/reloads.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { withdrawDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import { fieldOf } from '../../support/fields.ts';
import { type NextRun, Stories } from '../../support/stories.ts';
import { within } from '../../support/within.ts';
import { createTerminal } from '../commands/terminal.ts';
import {
  account,
  asOf,
  type Desk,
  idOf,
  openDesk,
  query,
  registeredAccount,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { dealOf, openForEntering, sentDeals, sentRows } from './entering.ts';

const withdrawing = suite('withdrawing deliveries');
const atDesk = within(withdrawing, withDesk);

const without = ({ account_id: _, ...row }: Readonly<Record<string, unknown>>) => row;
const described = without(account('own'));
const traded = (ticket: number, profit: number) => without(trade('own', ticket, { profit }));
const statements = { source: 'owner_statement' } as const;
const deposit = { id: 'd1', at: '2024-01-02T00:00:00Z', amount: 1000 };

/** Sends deliveries, and returns their receipts. */
async function send({ dataDir }: Desk, deliveries: readonly Delivery[]): Promise<string[]> {
  const inbox = openForEntering(await openSqlite(dataDir.inbox.database, () => asOf));
  const entered = await inbox.enter(deliveries);
  await inbox.close();
  return entered.map((each) => (typeof each === 'object' && 'receipt' in each ? each.receipt : ''));
}

/** Makes the deliveries that the owner of an account sends. */
const sentBy = (sender: string) => ({
  first: sentRows(sender, 'first', {
    accounts: [described],
    cash_flows: [deposit],
    trades: [traded(1, 10), traded(2, 20)],
  }),
  second: sentRows(sender, 'second', { trades: [traded(2, -50), traded(3, 30)] }),
  third: sentRows(sender, 'third', { trades: [traded(4, 5)] }),
  deals: sentDeals(sender, 'deals', [dealOf(8, 0, 0), dealOf(8, 1, 7)]),
  moreDeals: sentDeals(sender, 'more', [dealOf(9, 0, 0), dealOf(9, 1, -3)], { later: 60 }),
});

/** Reads everything published of accounts, without the time of the run. */
const published = (desk: Desk, ids: readonly string[]) =>
  desk.read((snapshot) =>
    ids.map((account) => {
      const list = snapshot.list(account, 'trades');
      return {
        trades: list?.slice(0, list.index.rows).toString(),
        summary: desk.part(account, 'summary'),
        twr: desk.part(account, 'twr'),
      };
    }),
  );

const stories = new Stories(withdrawing, openDesk, (desk) => desk.run());

/** Adds a test with an account of its own. */
const withAccount = (
  name: string,
  what: string,
  work: (
    of: { desk: Desk; id: string; sent: ReturnType<typeof sentBy> },
    nextRun: NextRun<RunResult>,
  ) => Promise<void>,
): void =>
  stories.add(what, (desk, nextRun) => {
    desk.registered.push(registeredAccount(name));
    const id = idOf(name);
    return work({ desk, id, sent: sentBy(id) }, nextRun);
  });

/** Figures of accounts after a withdrawal, and the deliveries that remained. */
interface Remainder {
  readonly registered: readonly RegistryAccount[];
  readonly deliveries: readonly Delivery[];
  readonly found: ReturnType<typeof published>;
}

/** Remainders after the second run, and after the third. */
const remainders: Record<'second' | 'third', Remainder[]> = { second: [], third: [] };

/** Notes what is published of accounts. It must be the same if only these deliveries had come. */
const noteRemainder = (
  desk: Desk,
  run: keyof typeof remainders,
  registered: readonly RegistryAccount[],
  deliveries: readonly Delivery[],
): void =>
  void remainders[run].push({ registered, deliveries, found: publishedIn(desk, registered) });

const publishedIn = (desk: Desk, registered: readonly RegistryAccount[]) =>
  published(
    desk,
    registered.map(({ account_id }) => account_id ?? ''),
  );

const withdraw = async ({ dataDir }: Desk, receipt: string): Promise<boolean> => {
  const database = await openSqlite(dataDir.inbox.database, () => asOf);
  try {
    return await withdrawDelivery(database, receipt);
  } finally {
    await database.close();
  }
};

const both = [
  registeredAccount('whole'),
  registeredAccount('cut', { history_cut_at: '2024-05-01' }),
];
const bothIds = [idOf('whole'), idOf('cut')];
const sentOfBoth = bothIds.map(sentBy);
let withdrawnOfBoth: readonly string[] = [];

stories.add('removes deliveries with and without a history cut', async (desk, nextRun) => {
  desk.registered.push(...both);
  desk.write('accounts.csv', [account('other')]);
  const receipts = await send(
    desk,
    sentOfBoth.flatMap((by) => [by.first, by.second, by.deals, by.third, by.moreDeals]),
  );
  await nextRun();
  withdrawnOfBoth = receipts.filter((_receipt, at) => at % 5 === 1);
  for (const receipt of withdrawnOfBoth) {
    assert.is(await withdraw(desk, receipt), true);
    assert.is(await withdraw(desk, receipt), false);
  }
  const { load, accountsComputed, restated } = await nextRun();
  const names = ['cut', 'emptied', 'killed', 'paired', 'rejected', 'whole'];
  assert.equal(load.cleared.toSorted(), names.map(idOf), 'the record tells');
  // The emptied account has nothing to compute, and the rejected one has the same figures.
  assert.equal([accountsComputed, restated], [5, 4]);
  noteRemainder(
    desk,
    'second',
    both,
    sentOfBoth.flatMap((by) => [by.first, by.deals, by.third, by.moreDeals]),
  );
});

withAccount(
  'paired',
  'pairs the other deals of a terminal again',
  async ({ desk, id, sent }, nextRun) => {
    const { first, deals, moreDeals } = sent;
    const [, , receipt = ''] = await send(desk, [first, deals, moreDeals]);
    await nextRun();
    await withdraw(desk, receipt);
    await nextRun();
    const registered = [registeredAccount('paired')];
    noteRemainder(desk, 'second', registered, [first, deals]);
    // The deal that closed position 8 comes again under position 7, which is open.
    const [opening, closing] = [dealOf(7, 0, 0), dealOf(8, 1, 7)];
    const moved = { ...closing, position: '7', json: closing.json.replace('n":8', 'n":7') };
    const late = [sentDeals(id, 'late', [opening]), sentDeals(id, 'moved', [moved])];
    await send(desk, late);
    await nextRun();
    noteRemainder(desk, 'third', registered, late);
    const tickets = await query(
      desk.dataDir.warehouse,
      `select ticket from trades where account_id = '${id}' order by all`,
    );
    assert.equal(fieldOf(tickets, 'ticket'), ['1', '2', '7']);
  },
);

withAccount(
  'rejected',
  'removes its rejected rows, and lists the others once',
  async ({ desk, id, sent }, nextRun) => {
    desk.write('equity.csv', [{ account_id: id, at: 'sometime', balance: 1, equity: 1 }]);
    const rejectedIn = async () => {
      const opened = deliveriesAt({ path: desk.dataDir.inbox.database });
      const refused = await refusalsIn(opened).of([id]);
      const newest = await refusalsIn(opened).newest();
      await opened.close();
      return [refused.get(id)?.count ?? null, newest.length];
    };
    const bad = (ticket: number) => ({ ...traded(ticket, 1), side: 'up' });
    const [, receipt = '', last = ''] = await send(desk, [
      sent.first,
      sentRows(id, 'bad', { trades: [bad(7), bad(8)] }),
      sentRows(id, 'bad too', { trades: [bad(9)] }),
    ]);
    await nextRun();
    assert.equal(await rejectedIn(), [4, 4], 'two, one, and that of the operator’s file');
    await withdraw(desk, receipt);
    await nextRun();
    assert.equal(await rejectedIn(), [2, 2]);
    await withdraw(desk, last);
    await nextRun();
    assert.equal(await rejectedIn(), [1, 1], 'what operators’ files had stays');
  },
);

withAccount(
  'emptied',
  'leaves an account without figures if nothing else was sent',
  async ({ desk, id, sent }, nextRun) => {
    const [receipt = ''] = await send(desk, [sent.first]);
    await nextRun();
    await withdraw(desk, receipt);
    await nextRun();
    assert.is(
      desk.read((snapshot) => snapshot.entry(id)),
      undefined,
    );
  },
);

withAccount(
  'said',
  'forgets what its owner said of statements with the last of them',
  async ({ desk, id }) => {
    const statement = (name: string, ticket: number) =>
      sentRows(id, name, { accounts: [described], trades: [traded(ticket, 1)] }, statements);
    const receipts = await send(desk, [statement('one', 31), statement('two', 32)]);
    const database = await openSqlite(desk.dataDir.inbox.database, () => asOf);
    const said = { statement_currency: 'EUR', balance_texts: '{"Rebate":"flow"}' };
    const table = 'delivery_accounts';
    await database.write((db) =>
      db.updateTable(table).set(said).where('account_id', '=', id).execute(),
    );
    for (const [receipt = '', known] of [
      [receipts[0], said],
      [receipts[1], { statement_currency: null, balance_texts: null }],
    ] as const) {
      await withdrawDelivery(database, receipt);
      const found = await database.read((db) =>
        db
          .selectFrom(table)
          .select(['statement_currency', 'balance_texts'])
          .where('account_id', '=', id)
          .execute(),
      );
      assert.equal(found, [known]);
    }
    await database.close();
  },
);

withAccount(
  'killed',
  'is done once more if a run was killed before it noted it',
  async ({ desk, id, sent }, nextRun) => {
    const [, receipt = ''] = await send(desk, [sent.first, sent.second]);
    await nextRun();
    await withdraw(desk, receipt);
    const database = await openSqlite(desk.dataDir.inbox.database);
    const marked = (await readReloads(database)).find(({ account_id }) => account_id === id);
    await nextRun();
    const before = published(desk, [id]);
    await database.write((db) =>
      db
        .updateTable('delivery_accounts')
        .set({ reload: marked?.reload ?? null })
        .where('account_id', '=', id)
        .execute(),
    );
    await database.close();
    const { load } = await nextRun();
    assert.equal([load.cleared.includes(id), published(desk, [id])], [true, before]);
  },
);

stories.addAfterAll('computes as if they had never come', () =>
  withDesk(async (desk) => {
    for (const run of ['second', 'third'] as const) {
      for (const { registered, deliveries } of remainders[run]) {
        if (run === 'second') desk.registered.push(...registered);
        await send(desk, deliveries);
      }
      await desk.run();
      const expected = remainders[run].map(({ registered }) => publishedIn(desk, registered));
      assert.equal(fieldOf(remainders[run], 'found'), expected);
    }
  }),
);

stories.addAfterAll(
  'is done once, and a sender that repeats it brings nothing back',
  async (desk) => {
    const again = await desk.run();
    assert.equal([again.load.cleared, again.isNew], [[], false]);
    const repeated = await send(
      desk,
      sentOfBoth.map(({ second }) => second),
    );
    assert.equal(repeated, withdrawnOfBoth);
  },
);

atDesk('is a command that lists, withdraws and enters it in the trail', async (desk) => {
  const { dataDir } = desk;
  const id = idOf('own');
  const { first, second } = sentBy(id);
  const [receipt = ''] = await send(desk, [first, second]);
  const registry = await openRegistry({ dataDir, clock: () => asOf });
  const entry = { slug: 'own', type: 'account', account_id: id, owner: 'ann', name: 'Own' };
  await applyRegistry(registry, { owners: [{ slug: 'ann' }], accounts: [entry] });
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
  const command = async (work: typeof deliveriesListCommand, options: object) => {
    const { io, stdout } = createTerminal(asOf);
    assert.is(await work(config, options, io), 0);
    return stdout;
  };
  const listed = await command(deliveriesListCommand, { account: id });
  assert.match(listed[0] ?? '', /^RECEIVED +RECEIPT +SOURCE +STATE +ROWS +REFUSED +ACCOUNT$/);
  assert.is(listed.length, 3);
  assert.match(listed[2] ?? '', `${receipt}  owner_api  received`);
  const gone = { id: receipt } as object;
  const [line] = await command(deliveriesWithdrawCommand as typeof deliveriesListCommand, gone);
  assert.is(
    line,
    `withdrew ${receipt} of ${id} with 4 rows; the next run computes the account without them`,
  );
  const [before] = await command(deliveriesWithdrawCommand as typeof deliveriesListCommand, gone);
  assert.is(before, `${receipt} was withdrawn before`);
  const [json = ''] = await command(deliveriesListCommand, { json: true });
  const [, withdrawn] = JSON.parse(json);
  assert.equal(
    [withdrawn.receipt, withdrawn.rows, withdrawn.withdrawn_at !== null],
    [receipt, 0, true],
  );
  const trail = await readAudit(registry, 'own');
  const entries = trail.filter(({ field }) => field === `deliveries.${receipt}`);
  assert.is(entries.length, 1);
  assert.match(entries[0]?.actor ?? '', /^deliveries withdraw \(/);

  const { io } = createTerminal(asOf);
  const unknown = await refusal(deliveriesWithdrawCommand(config, { id: 'rcp_0' }, io));
  assert.match(unknown.message, /^there is no delivery "rcp_0"; /);
  await registry.noteOperatorAccounts([id]);
  const [, other = ''] = await send(desk, [first, second]);
  const refused = await refusal(deliveriesWithdrawCommand(config, { id: other }, io));
  assert.match(refused.message, /^the operator's files have rows of .*nothing was withdrawn/);
  await registry.close();
});

atDesk('names an unknown delivery if nothing was ever sent in', async ({ dataDir }) => {
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
  const { io } = createTerminal(asOf);
  const unknown = await refusal(deliveriesWithdrawCommand(config, { id: 'rcp_0' }, io));
  assert.match(unknown.message, /^there is no delivery "rcp_0"; /);
});

withdrawing.run();
