import type { WaitingAccount } from '../../pipeline/base/collected.ts';
import { portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { WithheldRecord } from '../../pipeline/run/withheld.ts';
import type { Summary } from '../accounts/catalogue.ts';
import { takeMoment } from '../site/public-accounts.ts';
import { versionIn } from './own-accounts.ts';
import type { OwnerServices } from './page-request.ts';

/** An account or portfolio that is held back. */
interface HeldAccount {
  readonly account: RegistryAccount;
  readonly since: string;
  /** Reason; null if so many are held back that reasons were not recorded. */
  readonly why: WithheldRecord | null;
}

/** An account whose newest data can't be added yet. */
interface Waiting extends WaitingAccount {
  /** Null if no account with this id is registered. */
  readonly account: RegistryAccount | null;
}

/** Accounts that need an operator's attention. */
export interface OperatorOverview {
  readonly heldBack: readonly HeldAccount[];
  /** The first accounts by id; `waitingCount` counts all. */
  readonly waiting: readonly Waiting[];
  readonly waitingCount: number;
  readonly gaps: readonly {
    readonly account: RegistryAccount;
    readonly facts: Pick<Summary, 'currency' | 'reconciliation'>;
  }[];
}

/** Collects the accounts that wait, are held back, or don't reconcile in the version in service. */
export async function readOperatorOverview(services: OwnerServices): Promise<OperatorOverview> {
  using moment = await takeMoment(services);
  const version = versionIn(moment);
  const held = services.freshness.withheldAccounts();
  const heldBack: HeldAccount[] = [];
  const gaps: OperatorOverview['gaps'][number][] = [];
  const accounts = await moment.decisions.accounts();
  for (const account of version === null ? [] : accounts) {
    const { type, slug, account_id } = account;
    const id = type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');
    const entry = version?.snapshot.entry(id);
    const why = held.get(id) ?? null;
    const since = entry?.as_of ?? why?.since;
    if (since !== undefined) heldBack.push({ account, since, why });
    const facts = version?.catalogue.get(entry?.parts.summary?.[3] ?? '');
    // Portfolios are left out: one fails only because an account in it does, which is listed.
    if (type === 'account' && facts?.reconciled === false) gaps.push({ account, facts });
  }
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  const waiting = [...services.freshness.waitingAccounts().values()].map((waits) => ({
    ...waits,
    account: byId.get(waits.id) ?? null,
  }));
  return { heldBack, waiting, waitingCount: services.freshness.waitingCount() ?? 0, gaps };
}
