import type { WaitingAccount } from '../../pipeline/base/collected.ts';
import { portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { HeldRecord } from '../../pipeline/run/held-back.ts';
import type { Summary } from '../accounts/catalogue.ts';
import { momentOf } from '../site/asking.ts';
import { editionOf } from './accounts.ts';
import type { OwnerServices } from './visit.ts';

/** Whoever is held back, as long as the version in service and the last run tell. */
interface HeldAccount {
  readonly account: RegistryAccount;
  readonly since: string;
  /** Why; null where very many are. */
  readonly why: HeldRecord | null;
}

/** An account whose newest data can't be taken up. */
interface Waiting extends WaitingAccount {
  /** Null where the registry has no account of that id. */
  readonly account: RegistryAccount | null;
}

/** What operators have to look after, of all accounts. */
export interface OperatorOverview {
  readonly heldBack: readonly HeldAccount[];
  /** The first of them, by id; `waitingCount` is of all. */
  readonly waiting: readonly Waiting[];
  readonly waitingCount: number;
  readonly gaps: readonly {
    readonly account: RegistryAccount;
    readonly facts: Pick<Summary, 'currency' | 'reconciliation'>;
  }[];
}

/** Whoever waits, is held back, or does not reconcile in the version in service. */
export async function standingNow(services: OwnerServices): Promise<OperatorOverview> {
  using moment = await momentOf(services);
  const edition = editionOf(moment);
  const held = services.freshness.held();
  const heldBack: HeldAccount[] = [];
  const gaps: OperatorOverview['gaps'][number][] = [];
  const accounts = await moment.decisions.accounts();
  for (const account of edition === null ? [] : accounts) {
    const { type, slug, account_id } = account;
    const id = type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');
    const entry = edition?.snapshot.entry(id);
    const why = held.get(id) ?? null;
    const since = entry?.as_of ?? why?.since;
    if (since !== undefined) heldBack.push({ account, since, why });
    const facts = edition?.catalogue.get(entry?.parts.summary?.[3] ?? '');
    // A portfolio does not where a member does not, which is told already.
    if (type === 'account' && facts?.reconciled === false) gaps.push({ account, facts });
  }
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  const waiting = [...services.freshness.waitingAccounts().values()].map((waits) => ({
    ...waits,
    account: byId.get(waits.id) ?? null,
  }));
  return { heldBack, waiting, waitingCount: services.freshness.waiting() ?? 0, gaps };
}
