import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { portfolioId } from '../../pipeline/snapshot/layout.ts';
import type { Summary } from '../accounts/catalogue.ts';
import { momentOf } from '../site/asking.ts';
import { editionOf } from './accounts.ts';
import type { OwnerServices } from './visit.ts';

/** What operators have to look after, of all accounts. */
export interface Standing {
  readonly heldBack: readonly { readonly account: RegistryAccount; readonly since: string }[];
  readonly gaps: readonly {
    readonly account: RegistryAccount;
    readonly facts: Pick<Summary, 'currency' | 'reconciliation'>;
  }[];
}

/** Whoever is held back or does not reconcile in the version in service. */
export async function standingNow(services: OwnerServices): Promise<Standing> {
  using moment = await momentOf(services);
  const edition = editionOf(moment);
  const heldBack: Standing['heldBack'][number][] = [];
  const gaps: Standing['gaps'][number][] = [];
  for (const account of edition === null ? [] : await moment.decisions.accounts()) {
    const { type, slug, account_id } = account;
    const entry = edition?.snapshot.entry(
      type === 'portfolio' ? portfolioId(slug) : (account_id ?? ''),
    );
    if (entry?.as_of !== undefined) heldBack.push({ account, since: entry.as_of });
    const facts = edition?.catalogue.get(entry?.parts.summary?.[3] ?? '');
    // A portfolio does not where a member does not, which is told already.
    if (type === 'account' && facts?.reconciled === false) gaps.push({ account, facts });
  }
  return { heldBack, gaps };
}
