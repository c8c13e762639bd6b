import type { Static } from 'typebox';
import type { CodedReason } from '../../pipeline/base/reasons/reason.ts';
import type { WaitingAccount } from '../../pipeline/base/waiting-accounts.ts';
import { type NearLimit, nearLimits, type Use } from '../../pipeline/deliveries/quota.ts';
import type { RefusedRowOfAccount } from '../../pipeline/deliveries/refused-rows.ts';
import { portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import {
  type BrokerConnection,
  failingConnections,
} from '../../pipeline/registry/broker-connections.ts';
import { readLapseReasons } from '../../pipeline/registry/mark-history.ts';
import {
  type AccountsWithoutEntry,
  accountsWithoutEntry,
} from '../../pipeline/registry/operator-accounts.ts';
import { readPlanTerms } from '../../pipeline/registry/overview.ts';
import { planAt } from '../../pipeline/registry/plans.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { Plan } from '../../pipeline/registry/words.ts';
import type { WithheldRecord } from '../../pipeline/run/withheld.ts';
import { summary } from '../../sql/marts/summary.ts';
import { fitToSchema } from '../accounts/fit-to-schema.ts';
import { takeMoment } from '../site/views.ts';
import { versionIn } from './own-accounts.ts';
import type { OwnerServices } from './page-request.ts';

/** An account or portfolio that is withheld: its newest figures are not published. */
interface WithheldAccount {
  readonly account: RegistryAccount;
  readonly since: string;
  /** Reason; null if so many are withheld that reasons were not recorded. */
  readonly why: WithheldRecord | null;
}

/** An account whose newest data can't be added yet. */
interface Waiting extends WaitingAccount {
  /** Null if no account with this id is registered. */
  readonly account: RegistryAccount | null;
}

/** An account with rows that were rejected lately. */
interface Rejected {
  readonly accountId: string | null;
  /** Null if no account with this id is registered. */
  readonly account: RegistryAccount | null;
  readonly newest: RefusedRowOfAccount;
}

/** An account or portfolio whose mark lapsed. */
interface LapsedAccount {
  readonly account: RegistryAccount;
  /** Null if the audit trail has no reason. */
  readonly why: CodedReason | null;
}

/** An owner near or past a limit of the plan in force. */
interface NearOwner {
  readonly owner: string;
  readonly plan: Plan;
  readonly near: readonly NearLimit[];
}

/** Accounts, connections and owners that need an operator's attention. */
export interface OperatorOverview {
  readonly withheld: readonly WithheldAccount[];
  /** Accounts of the operator's files that no entry names. */
  readonly withoutEntry: AccountsWithoutEntry;
  /** The first accounts by id; `waitingCount` counts all. */
  readonly waiting: readonly Waiting[];
  readonly waitingCount: number;
  readonly gaps: readonly {
    readonly account: RegistryAccount;
    readonly summary: Pick<Static<typeof summary>, 'currency' | 'reconciliation'>;
  }[];
  /** Newest first; null if they can't be read now. */
  readonly rejected: readonly Rejected[] | null;
  readonly connections: readonly BrokerConnection[];
  /** Accounts and portfolios whose mark lapsed, newest first. */
  readonly lapsed: readonly LapsedAccount[];
  readonly near: readonly NearOwner[];
}

/** Most accounts without an entry, and most failing connections, that are listed. */
const maxListed = 100;

/**
 * Collects what needs attention: accounts by the version in service and the last run, failing
 * connections, and owners near a limit. `uses` has the data of each owner.
 */
export async function readOperatorOverview(
  services: OwnerServices,
  uses: ReadonlyMap<string, Use>,
): Promise<OperatorOverview> {
  using moment = await takeMoment(services);
  const version = versionIn(moment);
  const withheldReasons = services.freshness.withheldAccounts();
  const withheld: WithheldAccount[] = [];
  const gaps: OperatorOverview['gaps'][number][] = [];
  const accounts = await moment.decisions.accounts();
  for (const account of version === null ? [] : accounts) {
    const { type, slug, account_id } = account;
    const id = type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');
    const entry = version?.snapshot.entry(id);
    const why = withheldReasons.get(id) ?? null;
    const since = entry?.as_of ?? why?.since;
    if (since !== undefined) withheld.push({ account, since, why });
    // Portfolios are left out: a portfolio fails only because one of its accounts fails, and that
    // account is listed.
    if (type === 'account' && entry?.searched.reconciled === false) {
      await version?.snapshot.bring(id);
      const text = version?.snapshot.part(id, 'summary')?.toString() ?? '{}';
      gaps.push({ account, summary: JSON.parse(fitToSchema(text, summary)) });
    }
  }
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  const waiting = [...services.freshness.waitingAccounts().values()].map((waits) => ({
    ...waits,
    account: byId.get(waits.id) ?? null,
  }));
  const newest = await services.refusals.newest().catch(() => null);
  const lapsed = accounts.filter(({ lapsed_at }) => lapsed_at !== null);
  const lapseOf = ({ lapsed_at }: RegistryAccount) => Date.parse(lapsed_at ?? '');
  const reasons = await readLapseReasons(
    services.registry,
    lapsed.map(({ slug }) => slug),
  );
  return {
    withoutEntry: await accountsWithoutEntry(services.registry.store, maxListed),
    withheld,
    waiting,
    waitingCount: services.freshness.waitingCount() ?? 0,
    gaps,
    rejected: newest && rejectedAccounts(newest, byId),
    connections: await failingConnections(services.registry, maxListed),
    lapsed: lapsed
      .sort((first, second) => lapseOf(second) - lapseOf(first))
      .map((account) => ({ account, why: reasons.get(account.slug) ?? null })),
    near: await nearOwners(services, uses),
  };
}

/** Keeps the newest row of each account. */
function rejectedAccounts(
  rows: readonly RefusedRowOfAccount[],
  accounts: ReadonlyMap<string | null, RegistryAccount>,
): Rejected[] {
  const newestByAccount = new Map<string | null, Rejected>();
  for (const newest of rows) {
    const { accountId } = newest;
    if (newestByAccount.has(accountId)) continue;
    newestByAccount.set(accountId, { accountId, account: accounts.get(accountId) ?? null, newest });
  }
  return [...newestByAccount.values()];
}

async function nearOwners(
  { registry }: OwnerServices,
  uses: ReadonlyMap<string, Use>,
): Promise<NearOwner[]> {
  if (uses.size === 0) return [];
  const terms = await readPlanTerms(registry);
  const now = registry.clock();
  return [...uses].flatMap(([owner, use]) => {
    const decided = terms.get(owner);
    const plan = decided && planAt(decided, now);
    const near = plan === undefined ? [] : nearLimits(plan, use);
    return plan === undefined || near.length === 0 ? [] : [{ owner, plan, near }];
  });
}
