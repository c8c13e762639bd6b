import { hash } from 'node:crypto';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TerminalDeal } from '../../pipeline/deliveries/deals/terminal.ts';
import type { Delivery } from '../../pipeline/deliveries/delivery.ts';
import { deliveriesAt } from '../../pipeline/deliveries/open.ts';
import { withdrawDelivery } from '../../pipeline/deliveries/withdraw.ts';
import { partNames } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { type Machines, oneMachine } from '../../pipeline/run/machines.ts';
import type { SourceName } from '../../sql/raw/source_names.ts';
import { dealOf, enterAll, sentDeals, sentRows } from '../pipeline/deliveries/entering.ts';
import {
  account,
  asOf,
  type Desk,
  idOf,
  registeredAccount,
  trade,
  withDesk,
} from '../pipeline/desk.ts';
import { isInFull } from '../support/in-full.ts';

// Rows come from every source, come again, are corrected, withdrawn, cut and deleted, and runs are
// killed. Each run publishes what a plain model says, and a rebuild publishes the same.
const sequences = suite('whatever is sent in, withdrawn, cut and deleted');

const numRuns = Number(process.env.SEQUENCES ?? (isInFull ? 60 : 1));

const rowSources = ['broker_api', 'operator_file', 'owner_statement', 'owner_api'] as const;
/** Sources of trades, the best first. Of two with one ticket, the better one counts. */
const ranks: readonly SourceName[] = ['broker_api', 'terminal', ...rowSources.slice(1)];

/** Accounts of rows, and of deals. The operator describes the first of each. */
const rowAccounts = ['a', 'b'] as const;
const dealAccounts = ['t', 'u'] as const;
const names: readonly string[] = [...rowAccounts, ...dealAccounts];
/** Accounts that the operator's files have nothing of. So nothing is left of a deleted one. */
const deletable = ['b', 'u'] as const;

const tickets = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
const place = fc.nat(1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('rows' as const),
      account: place,
      source: fc.constantFrom(...rowSources),
      tickets,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('deals' as const),
      account: place,
      source: fc.constantFrom('terminal' as const, 'broker_api' as const),
      tickets,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cut' as const),
      account: place,
      day: fc.integer({ min: 3, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), account: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      how: fc.constantFrom(...(['to the end', 'to the end', 'killed', 'rebuild'] as const)),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Result of a ticket in one delivery. */
interface Sent {
  readonly delivery: Delivery | null;
  readonly receipt: string;
  readonly account: string;
  readonly source: SourceName;
  readonly values: Map<number, number>;
}

const closedAt = (ticket: number): string => `2024-06-0${2 + ticket}T09:00:00Z`;
const without = ({ account_id: _, ...row }: Readonly<Record<string, unknown>>) => row;

/** Returns the profits that count, by account and ticket. */
function expected(sent: readonly Sent[], cuts: ReadonlyMap<string, string>): string[] {
  const best = new Map<string, { readonly rank: number; readonly value: number }>();
  for (const { account: name, source, values } of sent) {
    const rank = ranks.indexOf(source);
    for (const [ticket, value] of values) {
      const key = `${name} ${ticket}`;
      const known = best.get(key);
      if (known === undefined || rank <= known.rank) best.set(key, { rank, value });
    }
  }
  return [...best]
    .filter(([key]) => {
      const [name = '', ticket = ''] = key.split(' ');
      return closedAt(Number(ticket)) >= (cuts.get(name) ?? '');
    })
    .map(([key, { value }]) => `${key}: ${value}`)
    .sort();
}

function publishedIn(snapshot: Snapshot): string[] {
  const found: string[] = [];
  for (const name of names) {
    const list = snapshot.list(idOf(name), 'trades');
    const rows = list === undefined ? '' : String(list.slice(0, list.index.rows));
    for (const { ticket, net_profit } of JSON.parse(`[${rows}]`)) {
      found.push(`${name} ${ticket}: ${net_profit}`);
    }
  }
  return found.sort();
}

/** Digests of all parts. Restatements tell the way to these figures, which a rebuild forgets. */
function digestsOf(snapshot: Snapshot): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const id of snapshot.ids()) {
    for (const name of partNames) {
      const bytes = snapshot.part(id, name);
      if (bytes === undefined || name === 'restatements') continue;
      digests[`${id} ${name}`] = hash('sha256', bytes);
    }
  }
  return digests;
}

class Killed extends Error {}

/** Machines of which the program dies once all is loaded and computed, before it is published. */
const dying: Machines = {
  ...oneMachine,
  async beginPublishing(options) {
    const publisher = await oneMachine.beginPublishing(options);
    return { ...publisher, publish: () => Promise.reject(new Killed()) };
  },
};

async function goThrough(desk: Desk, steps: readonly Step[]): Promise<void> {
  const path = desk.dataDir.inbox.database;
  let sent: Sent[] = [];
  const cuts = new Map<string, string>();
  const deleted = new Set<string>();
  let count = 0;
  for (const name of names) desk.registered.push(registeredAccount(name, { owner_data: true }));
  desk.write(
    'accounts.csv',
    ['a', 't'].map((name) => account(name)),
  );

  const enter = async (delivery: Delivery): Promise<string> => {
    const once = deliveriesAt({ path }, () => asOf);
    const [entered] = await enterAll(await once.open(), [delivery]);
    await once.close();
    assert.ok(typeof entered === 'object' && 'receipt' in entered, JSON.stringify(entered));
    return entered.receipt;
  };
  const note = async (delivery: Delivery, values: Map<number, number>, name: string) => {
    const { source } = delivery;
    sent.push({ delivery, receipt: await enter(delivery), account: name, source, values });
  };
  const register = (name: string) => {
    const at = desk.registered.findIndex(({ slug }) => slug === name);
    const cut = cuts.get(name)?.slice(0, 10) ?? null;
    const entry = registeredAccount(name, { owner_data: true, history_cut_at: cut });
    desk.registered.splice(at, at < 0 ? 0 : 1, entry);
  };
  const run = async (how: 'to the end' | 'killed' | 'rebuild') => {
    const options = { registry: registryOf(), rebuild: how === 'rebuild' };
    if (how !== 'killed') await desk.run(options);
    else {
      const end = await desk.run({ ...options, machines: dying }).catch((error) => error);
      assert.ok(!(end instanceof Error) || end instanceof Killed, String(end));
      return;
    }
    assert.equal(desk.read(publishedIn), expected(sent, cuts));
  };
  const registryOf = () => ({
    accounts: async () => desk.registered,
    deletions: {
      pending: async () => [...deleted],
      finish: async () => deleted.clear(),
    },
  });

  /** Adds a deleted account again, once a run has removed what it had. */
  const addAgain = async (name: string): Promise<void> => {
    if (deleted.has(idOf(name))) await run('to the end');
    if (!desk.registered.some(({ slug }) => slug === name)) register(name);
  };

  const take: { [Name in Step['do']]: (step: Step & { do: Name }) => Promise<void> } = {
    async rows({ account: at, source: drawn, tickets: some }) {
      const name = rowAccounts[at as 0 | 1];
      const isOwners = (deletable as readonly string[]).includes(name);
      const source = isOwners && drawn === 'operator_file' ? 'owner_api' : drawn;
      await addAgain(name);
      count += 1;
      const values = new Map(some.map((ticket) => [ticket, count * 10 + ticket]));
      const trades = some.map((ticket) =>
        trade(name, ticket, { profit: values.get(ticket) ?? 0, closed_at: closedAt(ticket) }),
      );
      if (source === 'operator_file') {
        desk.write(`trades-${count}.csv`, trades);
        sent.push({ delivery: null, receipt: '', account: name, source, values });
        return;
      }
      const described = isOwners ? { accounts: [without(account(name))] } : {};
      const rows = { ...described, trades: trades.map(without) };
      await note(sentRows(idOf(name), `${count}`, rows, { source }), values, name);
    },
    async deals({ account: at, source, tickets: some }) {
      const name = dealAccounts[at as 0 | 1];
      await addAgain(name);
      count += 1;
      const values = new Map(some.map((ticket) => [ticket, count * 10 + ticket]));
      // The comment makes both deals of a position new ones.
      const commented = (deal: TerminalDeal): TerminalDeal => ({
        ...deal,
        json: deal.json.replace('}', `,"comment":"${count}"}`),
      });
      const deals = [...values].flatMap(([ticket, value]) =>
        [dealOf(ticket, 0, 0), dealOf(ticket, 1, value)].map(commented),
      );
      const sentBy = sentDeals(idOf(name), `${count}`, deals, { later: count });
      await note({ ...sentBy, source }, values, name);
    },
    async repeat({ which }) {
      const known = sent.filter(({ delivery }) => delivery !== null);
      const earlier = known[which % known.length];
      if (earlier?.delivery) assert.is(await enter(earlier.delivery), earlier.receipt);
    },
    async withdraw({ which }) {
      const known = sent.filter(({ delivery }) => delivery !== null);
      const gone = known[which % known.length];
      if (gone === undefined) return;
      const once = deliveriesAt({ path }, () => asOf);
      assert.is(await withdrawDelivery(await once.open(), gone.receipt), true);
      await once.close();
      sent = sent.filter((each) => each !== gone);
    },
    async cut({ account: at, day }) {
      const name = rowAccounts[at as 0 | 1];
      const cut = `2024-06-0${day}`;
      if (cut < (cuts.get(name) ?? '')) return;
      cuts.set(name, cut);
      register(name);
    },
    async delete({ account: at }) {
      const name = deletable[at as 0 | 1];
      const entry = desk.registered.findIndex(({ slug }) => slug === name);
      if (entry < 0) return;
      desk.registered.splice(entry, 1);
      deleted.add(idOf(name));
      cuts.delete(name);
      sent = sent.filter((each) => each.account !== name);
    },
    run: ({ how }) => run(how),
  };
  for (const each of steps) await (take[each.do] as (step: Step) => Promise<void>)(each);
  await run('to the end');
  const before = desk.read(digestsOf);
  await run('rebuild');
  const after = desk.read(digestsOf);
  assert.equal(
    Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]),
    [],
    'a rebuild publishes the same',
  );
}

sequences('each run publishes what a model says, and a rebuild publishes the same', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), (steps) =>
      withDesk((desk) => goThrough(desk, steps)),
    ),
    { numRuns, seed: Number(process.env.SEED ?? 5), endOnFailure: true },
  ),
);

sequences.run();
