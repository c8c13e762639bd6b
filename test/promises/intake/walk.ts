import { hash } from 'node:crypto';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import type { TerminalDeal } from '../../../pipeline/deliveries/deals/terminal.ts';
import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import { deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { withdrawDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import { partNames } from '../../../pipeline/publish/snapshot/layout.ts';
import { currentVersion, storedVersions } from '../../../pipeline/publish/snapshot/publish.ts';
import type { Snapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import { rollBack } from '../../../pipeline/publish/snapshot/rollback.ts';
import { type Machines, oneMachine } from '../../../pipeline/run/machines.ts';
import type { RunOptions } from '../../../pipeline/run/run-options.ts';
import { dealOf, enterAll, sentDeals, sentRows } from '../../pipeline/deliveries/entering.ts';
import {
  account,
  asOf,
  calendarEvent,
  type Desk,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
} from '../../pipeline/desk.ts';
import { broken, closedAt, described, inEuros, Model } from './model.ts';
import {
  accountNames,
  type commonTables,
  dealAccounts,
  deletable,
  type kills,
  rowAccounts,
  type runs,
  type Step,
  type Steps,
} from './steps.ts';

class Killed extends Error {}
const die = () => {
  throw new Killed();
};

/** Machines of which the program dies once all is loaded and computed, before it is published. */
const dying: Machines = {
  ...oneMachine,
  async beginPublishing(options) {
    const publisher = await oneMachine.beginPublishing(options);
    return { ...publisher, publish: async () => die() };
  },
};

/** Returns a log that ends the program when a message comes. */
const dyingAt = (message: string, count: number): RunOptions['log'] => {
  let left = count;
  const debug = (said: string) => {
    if (said !== message) return;
    left -= 1;
    if (left === 0) die();
  };
  return { ...silentLog, debug };
};

const day = 86_400_000;
const without = ({ account_id: _, ...row }: Readonly<Record<string, unknown>>) => row;
const portfolioIds = ['all', 'some'].map((slug) => [slug, `portfolio:${slug}`] as const);
const ids = new Map([...accountNames.map((name) => [name, idOf(name)] as const), ...portfolioIds]);

/** Rows of tables that no account has, by a number from 1 to 3. */
const commonRows = {
  fx_rates: (value: number) => ({ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: value }),
  symbols: (value: number) => ({ symbol: 'EURUSD', pip_size: 10 ** -value, server: '' }),
  prices: (value: number) => ({
    symbol: 'GOLD',
    date: '2024-06-04',
    close: value,
    currency: 'USD',
  }),
  calendar_events: (value: number) => ({
    ...calendarEvent,
    time: closedAt(value),
    title: `event ${value}`,
  }),
} satisfies Record<(typeof commonTables)[number], (value: number) => object>;

/** Returns the trades of all that is published, as the model has them. */
function publishedIn(snapshot: Snapshot): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, id] of ids) {
    if (snapshot.entry(id) === undefined) continue;
    const list = snapshot.list(id, 'trades');
    const rows: { ticket: string; net_profit: number }[] = JSON.parse(
      `[${list === undefined ? '' : String(list.slice(0, list.index.rows))}]`,
    );
    found[name] = rows.map(({ ticket, net_profit }) => `${ticket}: ${net_profit}`).sort();
  }
  return found;
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

/** Walks through steps, next to a model of them. */
class Walk {
  readonly #desk: Desk;
  readonly #model = new Model();
  readonly #deleted = new Set<string>();
  #asOf = asOf;
  #count = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.write(
      'accounts.csv',
      described.map((name) => account(name, name === inEuros ? { currency: 'EUR' } : {})),
    );
    this.#writeCommon('fx_rates', this.#model.rate);
    this.#register();
  }

  take = (step: Step): Promise<void> => (this[step.do] as (step: Step) => Promise<void>)(step);

  async rows({ at, source: wanted, tickets, isBroken }: Steps['rows']): Promise<void> {
    const name = rowAccounts[at as 0 | 1];
    const isOwners = !described.includes(name);
    const source = isOwners && wanted === 'operator_file' ? 'owner_api' : wanted;
    await this.#addAgain(name);
    const values = this.#valuesFor(tickets, isBroken);
    const trades = tickets.map((ticket) =>
      trade(name, ticket, { profit: values.get(ticket) ?? '', closed_at: closedAt(ticket) }),
    );
    if (source === 'operator_file') {
      this.#desk.write(`trades-${this.#number}.csv`, trades);
      this.#model.sent.push({ delivery: null, receipt: '', account: name, source, values });
      return;
    }
    const rows = {
      ...(isOwners && { accounts: [without(account(name))] }),
      trades: trades.map(without),
    };
    await this.#send(sentRows(idOf(name), this.#number, rows, { source }), values, name);
  }

  async deals({ at, source, tickets }: Steps['deals']): Promise<void> {
    const name = dealAccounts[at as 0 | 1];
    await this.#addAgain(name);
    const values = this.#valuesFor(tickets, false);
    // The comment makes both deals of a position new ones.
    const commented = (deal: TerminalDeal): TerminalDeal => ({
      ...deal,
      json: deal.json.replace('}', `,"comment":"${this.#number}"}`),
    });
    const deals = [...values].flatMap(([ticket, value]) =>
      [dealOf(ticket, 0, 0), dealOf(ticket, 1, Number(value))].map(commented),
    );
    const delivery = sentDeals(idOf(name), this.#number, deals, { later: this.#count });
    await this.#send({ ...delivery, source }, values, name);
  }

  async repeat({ which }: Steps['repeat']): Promise<void> {
    const known = this.#deliveries();
    const earlier = known[which % known.length];
    if (earlier?.delivery) assert.is(await this.#enter(earlier.delivery), earlier.receipt);
  }

  async withdraw({ which }: Steps['withdraw']): Promise<void> {
    const known = this.#deliveries();
    const gone = known[which % known.length];
    if (gone === undefined) return;
    const once = this.#open();
    assert.is(await withdrawDelivery(await once.open(), gone.receipt), true);
    await once.close();
    this.#model.sent = this.#model.sent.filter((each) => each !== gone);
  }

  async common({ table, value }: Steps['common']): Promise<void> {
    this.#count += 1;
    this.#writeCommon(table, value);
    if (table === 'fx_rates') this.#model.rate = value;
  }

  async cut({ at, cut }: Steps['cut']): Promise<void> {
    const name = rowAccounts[at as 0 | 1];
    if (cut === null) this.#model.cuts.delete(name);
    else this.#model.cuts.set(name, `2024-06-0${cut}`);
    this.#register();
  }

  async delete({ at }: Steps['delete']): Promise<void> {
    const name = deletable[at as 0 | 1];
    const { registered, cuts, sent } = this.#model;
    if (!registered.delete(name)) return;
    this.#deleted.add(idOf(name));
    cuts.delete(name);
    this.#model.sent = sent.filter((each) => each.account !== name);
    this.#register();
  }

  async members({ name }: Steps['members']): Promise<void> {
    const { portfolios } = this.#model;
    const before = portfolios.get('some') ?? [];
    const isIn = before.includes(name);
    portfolios.set('some', isIn ? before.filter((each) => each !== name) : [...before, name]);
    this.#register();
  }

  async later({ days }: Steps['later']): Promise<void> {
    this.#asOf = new Date(this.#asOf.getTime() + days * day);
  }

  async rollBack(): Promise<void> {
    const { dataDir } = this.#desk;
    const stored = storedVersions(dataDir);
    const earlier = stored.slice(stored.indexOf(currentVersion(dataDir) ?? '') + 1);
    // Killed runs leave versions that never were in service.
    const wanted = earlier.find((version) => this.#model.hasPublished(version));
    if (wanted === undefined) return;
    assert.is(await rollBack(dataDir, null), wanted);
    this.#model.rollBack(wanted);
  }

  async kill({ when }: Steps['kill']): Promise<void> {
    const options: Record<(typeof kills)[number], Partial<RunOptions>> = {
      loading: { registry: { ...this.#registry(), noteAccountsWithData: async () => die() } },
      computing: { log: dyingAt('computing', 2), chunkTrades: 1 },
      publishing: { machines: dying },
      copying: { log: dyingAt('copying the warehouse', 1) },
    };
    const end = await this.#run(options[when]).catch((error) => error);
    assert.ok(!(end instanceof Error) || end instanceof Killed, String(end));
    if (when === 'copying' || !(end instanceof Killed)) this.#compare();
  }

  async run({ how }: { readonly how: (typeof runs)[number] }): Promise<void> {
    await this.#run({ rebuild: how === 'rebuild', full: how === 'in full' });
    this.#compare();
  }

  /** Ends the walk: the next run has nothing to compute, and a rebuild publishes the same. */
  async end(): Promise<void> {
    await this.run({ how: 'to the end' });
    const before = this.#desk.read(digestsOf);
    const { accountsComputed } = await this.#run({});
    if (!this.#model.isHeld()) assert.is(accountsComputed, 0, 'nothing is new');
    await this.run({ how: 'rebuild' });
    const after = this.#desk.read(digestsOf);
    assert.equal(
      Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]),
      [],
      'a rebuild publishes the same',
    );
  }

  #compare(): void {
    const version = currentVersion(this.#desk.dataDir) ?? '';
    assert.equal(this.#desk.read(publishedIn), this.#model.publish(version));
  }

  get #number(): string {
    return String(this.#count).padStart(4, '0');
  }

  #run = (options: Partial<RunOptions>) =>
    this.#desk.run({
      registry: this.#registry(),
      asOf: this.#asOf,
      clock: () => this.#asOf,
      ...options,
    });

  #registry = (): RunOptions['registry'] => ({
    accounts: async () => this.#desk.registered,
    deletions: {
      pending: async () => [...this.#deleted],
      finish: async () => this.#deleted.clear(),
    },
  });

  /** Enters the accounts and portfolios of the model in the registry. */
  #register(): void {
    const { registered, cuts, portfolios } = this.#model;
    const accounts = [...registered].map((name) =>
      registeredAccount(name, { owner_data: true, history_cut_at: cuts.get(name) ?? null }),
    );
    const entries = [...portfolios.keys()].map((slug) =>
      registeredPortfolio(slug, this.#model.membersOf(slug), {
        benchmark: slug === 'all' ? 'GOLD' : null,
      }),
    );
    this.#desk.registered.splice(0, this.#desk.registered.length, ...accounts, ...entries);
  }

  /** Adds a deleted account again, once a run has removed what it had. */
  async #addAgain(name: string): Promise<void> {
    this.#count += 1;
    if (this.#deleted.has(idOf(name))) await this.run({ how: 'to the end' });
    this.#model.registered.add(name);
    this.#register();
  }

  #valuesFor = (tickets: readonly number[], isBroken: boolean): Map<number, string> =>
    new Map(
      tickets.map((ticket, at) => [
        ticket,
        isBroken && at === 0 ? broken : String(this.#count * 10 + ticket),
      ]),
    );

  #writeCommon = (table: (typeof commonTables)[number], value: number): void =>
    this.#desk.write(`${table}-${this.#number}.csv`, [commonRows[table](value)]);

  #deliveries = () => this.#model.sent.filter(({ delivery }) => delivery !== null);

  async #send(delivery: Delivery, values: Map<number, string>, name: string): Promise<void> {
    const receipt = await this.#enter(delivery);
    const { source } = delivery;
    this.#model.sent.push({ delivery, receipt, account: name, source, values });
  }

  async #enter(delivery: Delivery): Promise<string> {
    const once = this.#open();
    const [entered] = await enterAll(await once.open(), [delivery]);
    await once.close();
    assert.ok(typeof entered === 'object' && 'receipt' in entered, JSON.stringify(entered));
    return entered.receipt;
  }

  #open = () => deliveriesAt({ path: this.#desk.dataDir.inbox.database }, () => this.#asOf);
}

/** Takes the steps on a desk. Each run must publish what a model says, and a rebuild the same. */
export async function walkThrough(desk: Desk, steps: readonly Step[]): Promise<void> {
  const walk = new Walk(desk);
  for (const step of steps) await walk.take(step);
  await walk.end();
}
