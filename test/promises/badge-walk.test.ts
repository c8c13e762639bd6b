import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backUp } from '../../pipeline/backup/back-up.ts';
import { restore } from '../../pipeline/backup/restore.ts';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { CommandError } from '../../pipeline/base/errors.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { storeAnswers } from '../../pipeline/deliveries/balance-answers.ts';
import { openDeliveries } from '../../pipeline/deliveries/open.ts';
import { askToReload } from '../../pipeline/deliveries/reloads.ts';
import { isOwnersToWithdraw, withdrawDelivery } from '../../pipeline/deliveries/withdraw.ts';
import type { TextAnswer } from '../../pipeline/platforms/source/cash-flow-kinds.ts';
import { currentVersion, storedVersions } from '../../pipeline/publish/snapshot/publish.ts';
import { publishingAlone } from '../../pipeline/publish/snapshot/publisher.ts';
import { rollBack } from '../../pipeline/publish/snapshot/rollback.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import {
  addConnection,
  pauseConnection,
  removeConnection,
} from '../../pipeline/registry/broker-connections.ts';
import { deleteEntry } from '../../pipeline/registry/deletions.ts';
import { isLoadedByOperator } from '../../pipeline/registry/withdrawals.ts';
import { settleAtRollback } from '../../pipeline/run/settle-marks.ts';
import { ownersSources, type SourceName } from '../../sql/raw/source_names.ts';
import { openForEntering } from '../pipeline/deliveries/entering.ts';
import { openServer } from '../server/open-server.ts';
import { closeWorld, now, openWorld, type World } from '../server/world.ts';
import { withDirectory } from '../support/directory.ts';
import { furnish } from '../support/furnish.ts';
import { isInFull } from '../support/in-full.ts';
import { runAt } from '../support/run-at.ts';
import {
  allowed,
  type Claim,
  countingRows,
  isReport,
  type Mark,
  type Published,
  type Row,
  settle,
} from './badge-model.ts';

// Walks the table of docs/verification.md with random changes, and compares badges with a model.
const walk = suite('badges on random ways');

const owners = ['walker', 'heir'];
const [account, steady, portfolio] = ['walked', 'steady', 'both'] as const;
const idOf = (slug: string): string => `MT5:${slug}@Northwind-Live`;
const subjects = [account, portfolio];

/** Numbers that are the same for a seed (mulberry32). */
function randomsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns true for a row of the model that is a balance entry. */
const isEntry = (ticket: string): boolean => ticket.startsWith('entry');
const isTrade = (row: Row): boolean => !isEntry(row.ticket) && !isReport(row);

const dayOf = (index: number): string =>
  new Date(Date.UTC(2026, 0, 5 + index)).toISOString().slice(0, 10);

/** Description of a broker that does not list all deposits. */
const undisclosed = { deposits_unknown: true, created_at: '2025-12-01T00:00:00Z' };

/** Badge of a track record as an account object has it. */
interface Said {
  readonly isWhole: boolean;
  readonly until: string | null;
  readonly isOfBroker: boolean;
}

/** Says what a badge claims beyond what is allowed, or null. */
function excess(said: Said, claim: Claim): string | null {
  if (said.isOfBroker && !claim.isOfBroker) return 'that all was read from the broker';
  if (said.isWhole && !said.isOfBroker && !claim.isWhole) return 'that every day is confirmed';
  const isLater = said.until !== null && (claim.until === null || said.until > claim.until);
  return isLater ? `that days up to ${said.until} are confirmed` : null;
}

interface Finding {
  readonly step: string;
  readonly slug: string;
  readonly says: string;
}

/** One installation, the rows that were delivered to it, and what it published. */
class Walk {
  readonly world: World;
  readonly random: () => number;
  readonly findings: Finding[] = [];
  /** Findings of programs with a planted fault. */
  readonly unbound: Finding[] = [];
  readonly continued: Finding[] = [];
  readonly moved: Finding[] = [];
  readonly seen = { whole: 0, partly: 0, read: 0 };
  readonly delivered: (Row & { readonly file: string })[] = [];
  readonly marks = new Map<string, Mark>();
  readonly cuts = new Map<string, string>();
  versions = new Map<string, Published[]>();
  members = [account, steady];
  /** Says if the broker left out deposits, and if the operator gave the capital. */
  capital = { isInferred: false, isGiven: false };
  /** Balances that may be shown as confirmed while the capital is unknown; null without a mark. */
  confirmedBalances: Set<number> | null = null;
  day = 0;
  count = 0;
  connection: string | null = null;
  owner = owners[0] ?? '';
  step = '';

  constructor(world: World, random: () => number) {
    this.world = world;
    this.random = random;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  apply = (...accounts: object[]) =>
    applyRegistry(this.world.registry, { accounts }, { actor: 'op' });

  /** Delivers a trade. Operators write a file; all others send a delivery. */
  async deliver(source: SourceName, slug: string, row: Partial<Row> = {}): Promise<void> {
    this.count += 1;
    const made = { ticket: `${this.count}`, day: dayOf(this.day), profit: this.count };
    const { ticket, day, profit, detail } = { ...made, ...row };
    const file = `${slug}-${this.count}`;
    const account_id = idOf(slug);
    const values = { symbol: 'EURUSD', side: 'buy', volume: 0.1, open_price: 1, close_price: 2 };
    const times = { opened_at: `${day}T08:00:00Z`, closed_at: `${day}T09:00:00Z` };
    const excursion = detail === undefined ? {} : { mae: -1, mfe: detail };
    const trade = { account_id, ticket, profit, ...values, ...times, ...excursion };
    const details = detail === undefined ? {} : { detail };
    this.delivered.push({ account: slug, ticket, day, profit, source, file, ...details });
    if (source === 'operator_file') return this.write(`trades-${file}`, trade);
    await this.enter(source, slug, file, { trades: [trade] });
  }

  /** The owner's program reports equity of a day. */
  async report(day: string, time: string): Promise<void> {
    this.count += 1;
    const [profit, detail] = [5000 + this.count, this.count];
    const [ticket, file] = [`equity ${day} ${time}`, `equity-${this.count}`];
    const source = 'owner_api';
    this.delivered.push({ account, ticket, day, profit, detail, source, file });
    const row = { at: `${day}T${time}Z`, balance: 1000, equity: profit, margin: detail };
    const equity = [{ account_id: idOf(account), ...row }];
    await this.enter(source, account, file, { equity });
  }

  /** Delivers a statement with a balance entry whose text is in doubt. */
  async book(): Promise<void> {
    this.count += 1;
    const [day, file, profit] = [dayOf(this.day), `entry-${this.count}`, 5];
    const row = { account: account, ticket: 'entry flow', day, profit, file } as const;
    this.delivered.push({ ...row, source: 'owner_statement' });
    const booked = { account_id: idOf(account), id: 'e', at: `${day}T10:00:00Z`, amount: profit };
    await this.enter('owner_statement', account, file, {
      cash_flows: [{ ...booked, kind: 'flow', text: 'Storage #' }],
    });
    await this.answer('flow');
  }

  answer = (answer: TextAnswer) =>
    this.withDeliveries(({ write }) =>
      write(async (db) => {
        await storeAnswers(db, idOf(account), { 'Storage #': answer });
        await askToReload(db, idOf(account));
      }),
    );

  write(name: string, row: object): void {
    const folder = join(this.world.dataDir.path, 'source');
    writeFileSync(join(folder, `${name}.ndjson`), `${JSON.stringify(row)}\n`);
  }

  async describe(source: SourceName, slug: string, values: object = {}): Promise<void> {
    const described = { platform: 'MT5', currency: 'USD', opening_balance: 1000 };
    const minute = String(this.count % 60).padStart(2, '0');
    const hour = String(Math.floor(this.count / 60)).padStart(2, '0');
    const updated_at = `2026-02-20T${hour}:${minute}:00Z`;
    const times = { created_at: '2026-01-01T00:00:00Z', updated_at };
    const row = { account_id: idOf(slug), ...described, ...times, ...values };
    this.count += 1;
    if (slug === account) {
      if ('reported_balance' in values && !ownersSources.includes(source)) {
        this.confirmedBalances?.add(Number(values.reported_balance));
      }
      this.capital.isInferred ||= 'deposits_unknown' in values;
      this.capital.isGiven ||= source === 'operator_file';
    }
    if (source === 'operator_file') return this.write(`accounts-${this.count}`, row);
    await this.enter(source, slug, `described-${this.count}`, { accounts: [row] });
  }

  /** Has the broker state the balance that the account's trades give. */
  async stateBalance(): Promise<void> {
    const ofAccount = this.delivered.filter((row) => row.account === account);
    const booked = countingRows(ofAccount, '').filter((row) => !isReport(row));
    const profits = booked.map(({ profit }) => profit);
    const reported_balance = profits.reduce((sum, profit) => sum + profit, 1000);
    // Each read says again that the broker does not list all deposits.
    const stillUnknown = this.capital.isInferred ? undisclosed : {};
    await this.describe('broker_api', account, { reported_balance, ...stillUnknown });
  }

  async enter(source: SourceName, slug: string, digest: string, tables: Record<string, object[]>) {
    await this.withDeliveries(async (database) => {
      const lines = Object.entries(tables).map(
        ([table, rows]) => [table, rows.map((row) => JSON.stringify(row))] as const,
      );
      await openForEntering(database).enter([
        {
          keyId: 'k',
          accountId: idOf(slug),
          owner: this.owner,
          plan: 'pro',
          source,
          received: 1,
          digest,
          idempotencyKey: null,
          accepted: 1,
          refused: [],
          isOfNow: false,
          terminal: null,
          lines: Object.fromEntries(lines),
        },
      ]);
    });
  }

  async withDeliveries<Result>(
    work: (database: Awaited<ReturnType<typeof openDeliveries>>) => Promise<Result>,
  ): Promise<Result> {
    const database = await openDeliveries({ path: this.world.dataDir.inbox.database }, () => now);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** Withdraws a delivery of trades that this person may withdraw. */
  async withdraw(isOperator: boolean): Promise<void> {
    // `deliveries withdraw` and `/me` refuse accounts that the operator's files have rows of, such
    // as one with the capital.
    if (await isLoadedByOperator(this.world.registry, idOf(account))) return;
    await this.withDeliveries(async (database) => {
      const sent = await database.read((db) =>
        db
          .selectFrom('deliveries')
          .select(['receipt', 'digest', 'source', 'withdrawn_at'])
          .where('account_id', '=', idOf(account))
          .orderBy('number')
          .execute(),
      );
      // Without its description, an account keeps what is published.
      const open = sent.filter(
        (delivery) =>
          !delivery.digest.startsWith('described') &&
          (isOperator ? delivery.withdrawn_at === null : isOwnersToWithdraw(delivery)),
      );
      const chosen = this.pick(open);
      if (chosen === undefined) return;
      await withdrawDelivery(database, chosen.receipt);
      const at = this.delivered.findIndex(({ file }) => file === chosen.digest);
      assert.ok(at >= 0);
      this.delivered.splice(at, 1);
    });
  }

  async run(options: { full?: boolean; rebuild?: boolean } = {}): Promise<void> {
    const { dataDir, registry } = this.world;
    await runAt(
      now,
      { dataDir, registry },
      { sources: options.rebuild ? [] : [join(dataDir.path, 'source')], ...options },
    );
    this.note(currentVersion(dataDir) ?? '');
  }

  /** Notes what a version has, and settles the marks for it. */
  note(version: string): void {
    for (const slug of subjects) {
      const members = slug === portfolio ? this.members : [slug];
      const rows = members.flatMap((member) => {
        const cut = this.cuts.get(member) ?? '';
        const ofMember = this.delivered.filter((row) => row.account === member);
        return countingRows(
          ofMember.map(({ file: _, ...row }) => row),
          cut,
        );
      });
      const isInferred = this.capital.isInferred && !this.capital.isGiven;
      const published = { version, rows, members: members.join(), isInferred, claims: new Map() };
      settle(published, this.marks.get(slug) ?? null, this.cuts.get(account) ?? '');
      const earlier = (this.versions.get(slug) ?? []).filter((known) => known.version !== version);
      this.versions.set(slug, [...earlier, published]);
    }
  }

  /** Returns what may be said. A portfolio of one account also has the badge of that account. */
  claimOf(slug: string, served: Published): Claim {
    const claim = allowed(served, this.marks.get(slug) ?? null, this.versions.get(slug) ?? []);
    const alone = this.versions.get(account)?.find(({ version }) => version === served.version);
    if (slug === account || served.members !== account || alone === undefined) return claim;
    const ofAccount = this.claimOf(account, alone);
    return {
      isOfBroker: claim.isOfBroker || ofAccount.isOfBroker,
      isWhole: claim.isWhole || ofAccount.isWhole,
      until: [claim.until ?? '', ofAccount.until ?? ''].sort()[1] || null,
    };
  }

  /** Compares what the server says with the model. */
  async check(server: Pick<World, 'app' | 'snapshots' | 'registry'> = this.world): Promise<void> {
    const version = server.snapshots.current()?.version;
    for (const slug of subjects) {
      const versions = this.versions.get(slug) ?? [];
      const served = versions.find((known) => known.version === version);
      if (served === undefined) continue;
      const { parts } = server.snapshots.current()?.snapshot.entry(idOf(slug)) ?? {};
      const trades = parts?.trades?.rows ?? 0;
      const listed = served.rows.filter(isTrade);
      if (slug === account) assert.is(trades, listed.length, `trades after ${this.step}`);
      const answer = await server.app.inject({ url: `/api/v1/accounts/${slug}` });
      assert.is(answer.statusCode, 200, answer.body);
      const { verified, verified_by, performance, balance } = answer.json();
      if (served.isInferred) assert.is(performance.twr_percent, null, `return after ${this.step}`);
      const isOfBroker = verified_by.track_record?.by === 'broker';
      const said = { isWhole: verified.track_record, until: verified.covered_until, isOfBroker };
      const claim = this.claimOf(slug, served);
      const note = (findings: Finding[], saying: Said) => {
        const says = excess(saying, claim);
        if (says !== null) findings.push({ step: this.step, slug, says });
      };
      note(this.findings, said);
      if (slug === account && served.isInferred && balance !== null) {
        const isConfirmed = this.confirmedBalances?.has(balance) ?? false;
        const says = `that a balance of ${balance} is confirmed`;
        const finding = { step: this.step, slug, says };
        if (!isConfirmed && said.isWhole && !isOfBroker) this.findings.push(finding);
        if (!isConfirmed && this.confirmedBalances && said.until) this.moved.push(finding);
      }
      note(this.continued, said.until === null ? said : { ...said, isWhole: true, until: null });
      const stored = await server.registry.findAccount(slug);
      if (stored) {
        const isRead = stored.broker_since !== null;
        const { track_record: isWhole } = stored.verified;
        note(this.unbound, { isWhole, until: stored.covered_until, isOfBroker: isRead });
      }
      this.seen.whole += Number(said.isWhole && !isOfBroker);
      this.seen.partly += Number(said.until !== null);
      this.seen.read += Number(isOfBroker);
    }
  }
}

type Step = (walk: Walk) => Promise<unknown> | unknown;

const newDay =
  (source: SourceName): Step =>
  (walk) => {
    walk.day += 1;
    return walk.deliver(source, account);
  };

const confirmedRows = (walk: Walk) =>
  (walk.marks.get(account)?.given?.rows ?? []).filter(
    ({ day }) => day >= (walk.cuts.get(account) ?? ''),
  );

/** Runs and serves, without a new delivery. */
const publish =
  (options: { full?: boolean; rebuild?: boolean }): Step =>
  async (walk) => {
    await walk.run(options);
    await walk.world.snapshots.refresh();
  };

/** Steps by the names of rows in the table. */
const steps: Readonly<Record<string, Step>> = {
  'operator-file': newDay('operator_file'),
  'broker-read': async (walk) => {
    await newDay('broker_api')(walk);
    await walk.stateBalance();
  },
  terminal: newDay('terminal'),
  statement: newDay('owner_statement'),
  program: newDay('owner_api'),
  'add-to-a-confirmed-day': async (walk) => {
    const day = walk.pick(confirmedRows(walk))?.day;
    if (day !== undefined) await walk.deliver('owner_api', account, { day });
  },
  'rewrite-an-excursion': async (walk) => {
    const row = walk.delivered.findLast(
      (delivered) =>
        delivered.account === account && delivered.source === 'owner_api' && isTrade(delivered),
    );
    if (row === undefined) return newDay('owner_api')(walk);
    const { ticket, day, profit } = row;
    return walk.deliver('owner_api', account, { ticket, day, profit, detail: walk.count });
  },
  'report-equity': async (walk) => {
    const days = confirmedRows(walk).map(({ day }) => day);
    await walk.report(walk.pick(days) ?? dayOf(walk.day), '10:00:00');
  },
  'report-a-margin': async (walk) => {
    const report = walk.delivered.findLast(isReport);
    const [, day = dayOf(walk.day), time = '08:30:00'] = report?.ticket.split(' ') ?? [];
    await walk.report(day, time);
  },
  'operator-corrects': async (walk) => {
    const rows = confirmedRows(walk).filter(({ source }) => source === 'operator_file');
    const row = walk.pick(rows.filter((confirmed) => confirmed.account === account));
    if (row) await walk.deliver('operator_file', account, { ticket: row.ticket, day: row.day });
  },
  'operator-replaces': async (walk) => {
    const row = walk.delivered.findLast(
      (row) =>
        row.account === account &&
        ['owner_api', 'owner_statement'].includes(row.source) &&
        isTrade(row),
    );
    if (row) await walk.deliver('operator_file', account, { ticket: row.ticket, day: row.day });
  },
  describe: (walk) => walk.describe('owner_api', account, { opening_balance: 1000 + walk.day }),
  'report-balance': (walk) =>
    walk.describe('owner_api', account, { reported_balance: 90_000 + walk.count }),
  'infer-capital': (walk) => walk.describe('broker_api', account, undisclosed),
  'give-capital': (walk) => walk.describe('operator_file', account),
  'owner-withdraws': (walk) => walk.withdraw(false),
  'operator-withdraws': (walk) => walk.withdraw(true),
  'answer-a-text': async (walk) => {
    const entry = walk.delivered.find(({ ticket }) => isEntry(ticket));
    if (entry === undefined) {
      await walk.book();
      return;
    }
    const answer = entry.ticket === 'entry flow' ? 'adjustment' : 'flow';
    await walk.answer(answer);
    walk.delivered.splice(walk.delivered.indexOf(entry), 1, {
      ...entry,
      ticket: `entry ${answer}`,
    });
  },
  cut: async (walk) => {
    const from = dayOf(Math.max(0, walk.day - Math.floor(walk.random() * 4)));
    if (from <= (walk.cuts.get(account) ?? '')) return;
    await walk.apply({ slug: account, history_cut_at: from });
    walk.cuts.set(account, from);
  },
  mark: async (walk) => {
    walk.count += 1;
    const at = new Date(now.getTime() - 1e9 + walk.count * 1000).toISOString();
    await walk.apply(...subjects.map((slug) => ({ slug, verified: { track_record: { at } } })));
    const { balance } = await walk.world.read(`/api/v1/accounts/${account}`);
    walk.confirmedBalances = new Set([balance]);
    const version = currentVersion(walk.world.dataDir);
    for (const slug of subjects) {
      const published = walk.versions.get(slug)?.find((known) => known.version === version);
      const isEmpty = (published?.rows ?? []).length === 0;
      walk.marks.set(slug, {
        version,
        given: (isEmpty ? null : published) ?? null,
        isLapsed: false,
      });
    }
  },
  unmark: async (walk) => {
    await walk.apply(...subjects.map((slug) => ({ slug, verified: { track_record: false } })));
    walk.marks.clear();
    walk.confirmedBalances = null;
  },
  connect: async (walk) => {
    const connection = { kind: 'tradelocker', environment: 'demo', label: 'Demo', accounts: [] };
    const { registry } = walk.world;
    walk.connection ??= await addConnection(registry, walk.owner, connection, () => 's', 'x');
  },
  pause: async ({ world, owner, connection }) => {
    if (connection) await pauseConnection(world.registry, owner, connection, 'x');
  },
  disconnect: async (walk) => {
    const { world, owner, connection } = walk;
    if (connection) await removeConnection(world.registry, owner, connection, 'x');
    walk.connection = null;
  },
  'hand-over': async (walk) => {
    await steps.disconnect?.(walk);
    walk.owner = owners.find((owner) => owner !== walk.owner) ?? walk.owner;
    const { owner } = walk;
    await walk.apply(...[account, steady, portfolio].map((slug) => ({ slug, owner })));
  },
  members: async (walk) => {
    walk.members = walk.members.length === 2 ? [account] : [account, steady];
    await walk.apply({ slug: portfolio, members: walk.members });
  },
  run: publish({}),
  full: publish({ full: true }),
  rebuild: publish({ rebuild: true }),
  'roll-back': async ({ world }) => {
    const { dataDir, registry, snapshots } = world;
    if (
      storedVersions(dataDir).indexOf(currentVersion(dataDir) ?? '') + 1 >=
      storedVersions(dataDir).length
    )
      return;
    await rollBack(dataDir, null, publishingAlone, silentLog, (version) =>
      settleAtRollback({ dataDir, registry }, version),
    );
    await snapshots.refresh();
  },
  lag: async (walk) => {
    await newDay(walk.pick(['owner_api', 'operator_file', 'broker_api'] as const) ?? 'owner_api')(
      walk,
    );
    await walk.run();
  },
  restore: async (walk) => {
    await withDirectory(async (folder) => {
      const copy = dataDirectory(join(folder, 'restored'));
      const place = { databaseUrl: null, folder: join(folder, 'backup'), log: silentLog };
      const { dataDir } = walk.world;
      await backUp({ ...place, dataDir, program: 'test', clock: () => now });
      await restore({ ...place, dataDir: copy });
      const server = await openServer({ dataDir: copy, clock: () => now, log: silentLog });
      await server.snapshots.refresh();
      await walk.check(server);
      await server.close();
    });
  },
  delete: async ({ world, owner }) => {
    await deleteEntry(world.registry, owner, portfolio);
    assert.is((await world.app.inject({ url: `/api/v1/accounts/${portfolio}` })).statusCode, 404);
    try {
      await deleteEntry(world.registry, owner, account);
    } catch (error) {
      // The operator's files have rows of it.
      assert.instance(error, CommandError);
      return;
    }
    assert.is((await world.app.inject({ url: `/api/v1/accounts/${account}` })).statusCode, 404);
  },
};

/** Steps that come more often, since most others change nothing without them. */
const frequent = [
  'mark',
  'mark',
  'program',
  'operator-file',
  'broker-read',
  'lag',
  'roll-back',
  'run',
];
const walked = [...Object.keys(steps).filter((name) => name !== 'delete'), ...frequent];

/** Share of steps that a run follows. Runs take nearly all of the time. */
const runsAfter = isInFull ? 0.6 : 0.2;

/** Walks from a seed, by named steps first. */
async function walkFrom(seed: number, first: readonly string[], length: number): Promise<Walk> {
  const world = await openWorld({ facts: null });
  try {
    await furnish(world.dataDir);
    mkdirSync(join(world.dataDir.path, 'source'));
    const walk = new Walk(world, randomsOf(seed));
    const entry = { owner: walk.owner, published: true, owner_data: true };
    const accounts = [account, steady].map((slug) => ({
      slug,
      type: 'account',
      account_id: idOf(slug),
      name: slug,
      ...entry,
    }));
    const { owner, published } = entry;
    const both = { slug: portfolio, type: 'portfolio', name: portfolio, currency: 'USD' };
    const registered = owners.map((slug) => ({ slug, name: slug, plan: 'ultra' }));
    await applyRegistry(world.registry, { owners: registered });
    await walk.apply(...accounts, { ...both, owner, published, members: walk.members });
    const drawn = walk.pick(['broker_api', 'operator_file', 'owner_api'] as const) ?? 'broker_api';
    // Only what the broker alone described and sent has its badge.
    const describer = first[0] === 'broker-read' ? 'broker_api' : drawn;
    await walk.describe(describer, account);
    await walk.describe('operator_file', steady);
    await walk.deliver('operator_file', steady);
    await walk.deliver(describer, account);
    await steps.run?.(walk);
    for (let count = 0; count < length; count += 1) {
      walk.step = first[count] ?? walk.pick(walked) ?? 'run';
      await steps[walk.step]?.(walk);
      await walk.check();
      const isPublished = !['lag', 'roll-back', 'mark'].includes(walk.step);
      if (isPublished && walk.random() < runsAfter) await steps.run?.(walk);
      await walk.check();
    }
    await steps.delete?.(walk);
    return walk;
  } finally {
    await closeWorld(world);
  }
}

walk('has a step for each row of the table, and a row for each step', () => {
  const document = readFileSync(inPackage('docs/verification.md'), 'utf8');
  const [, table = ''] = document.split('## What changes a figure');
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  const rows = cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  assert.equal(rows.sort(), Object.keys(steps).sort());
});

/** Ways that begin with the attacks that the planted faults would allow. */
const attacks: readonly (readonly string[])[] = [
  [
    'broker-read',
    'run',
    'infer-capital',
    'run',
    'mark',
    'program',
    'run',
    'lag',
    'mark',
    'roll-back',
    'report-balance',
    'run',
    'mark',
    'report-balance',
    'run',
  ],
  ['mark', 'program', 'run', 'lag', 'mark', 'roll-back'],
  ['program', 'run', 'mark', 'roll-back', 'cut', 'run'],
];
const lengths = isInFull ? Array.from({ length: 12 }, () => 30) : [15];

const found = { unbound: 0, continued: 0, moved: 0, whole: 0, partly: 0, read: 0 };

for (const [at, length] of lengths.entries()) {
  const seed = isInFull ? Math.floor(Math.random() * 1e9) : 7;
  const first = attacks[at % attacks.length] ?? [];
  walk(
    `never say more than the data: way ${at + 1}, seed ${seed}, begun with ${first}`,
    async () => {
      const { findings, unbound, continued, moved, seen } = await walkFrom(seed, first, length);
      assert.equal(findings, []);
      found.unbound += unbound.length;
      found.continued += continued.length;
      found.moved += moved.length;
      found.whole += seen.whole;
      found.partly += seen.partly;
      found.read += seen.read;
    },
  );
}

walk('would say more with a planted fault', () => {
  assert.ok(found.unbound > 0, 'a mark that is bound to no version');
  assert.ok(found.continued > 0, "an owner's later day that counts as confirmed");
  assert.ok(found.moved > 0, "an owner's later balance that counts as confirmed");
  assert.ok(found.whole > 0 && found.partly > 0 && found.read > 0, JSON.stringify(found));
});

walk.run();
