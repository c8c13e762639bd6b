import { setImmediate } from 'node:timers/promises';
import { portfolioId } from '../publish/snapshot/layout.ts';
import type { Snapshot } from '../publish/snapshot/reader.ts';
import { balanceGap } from '../reconcile/balance-gap.ts';
import type { AlertCause, NotedCauses } from '../registry/alert-queue.ts';
import type { WatchedAccount } from '../registry/alert-settings.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { AlertKind } from '../registry/words.ts';
import type { MessageDetails } from './message.ts';

/** Age of the newest data from which an account counts as stale. */
const staleMilliseconds = 7 * 86_400_000;

/** Values that the alerts of an account are read from. Null stands for what the version lacks. */
export interface Observed {
  readonly asOf: string;
  readonly now: Date;
  readonly account: Pick<RegistryAccount, 'lapsed_at' | 'confirmed' | 'verified'>;
  readonly settings: Pick<WatchedAccount, 'drawdownLimit' | 'monthsSince'>;
  readonly summary: {
    readonly updated_at: string | null;
    readonly currency: string | null;
    readonly reconciled: boolean | null;
    readonly reconciliation: { readonly gap: number | null } | null;
  } | null;
  readonly drawdown: { readonly depth_percent: number; readonly started: string } | null;
  readonly months: readonly {
    readonly date: string;
    readonly monthly_percent: number | null;
    readonly monthly_profit: number | null;
  }[];
}

interface Found<Kind extends AlertKind> {
  /** Text that is equal for as long as it is the same cause. */
  readonly cause: string;
  /** Settings of the owner behind it, such as a limit. If they change, the cause is new. */
  readonly terms?: string;
  readonly details: MessageDetails[Kind];
}

/** Rule of each alert: returns its cause, or null while all is well. */
const rules: { readonly [Kind in AlertKind]: (observed: Observed) => Found<Kind> | null } = {
  // One message for a drawdown, however deep it gets, and another one a day for another limit.
  drawdown({ drawdown, settings: { drawdownLimit: limit } }) {
    if (drawdown === null || limit === null || drawdown.depth_percent <= limit) return null;
    const { depth_percent, started } = drawdown;
    return {
      cause: started,
      terms: `${limit}`,
      details: { drawdown_percent: depth_percent, limit_percent: limit, since: started },
    };
  },
  stale({ summary, now }) {
    const updated_at = summary?.updated_at ?? null;
    if (updated_at === null) return null;
    if (now.getTime() - Date.parse(updated_at) <= staleMilliseconds) return null;
    return { cause: updated_at, details: { updated_at } };
  },
  unreconciled({ summary }) {
    if (summary?.reconciled !== false) return null;
    const { reconciliation, currency } = summary;
    return { cause: 'gap', details: { gap: balanceGap(reconciliation), currency } };
  },
  lapsed({ account: { lapsed_at, verified } }) {
    if (lapsed_at === null || verified.track_record) return null;
    return { cause: lapsed_at, details: { lapsed_at } };
  },
  new_month({ months, asOf, summary, settings: { monthsSince: since } }) {
    const now = asOf.slice(0, 7);
    const last = months.findLast(({ date }) => since !== null && date >= since && date < now);
    if (last === undefined) return null;
    const { date: month, monthly_percent: return_percent, monthly_profit: profit } = last;
    const currency = summary?.currency ?? null;
    return { cause: month, details: { month, return_percent, profit, currency } };
  },
};

/** Returns the cause of an alert, or null while all is well. */
export const causeOf = (kind: AlertKind, observed: Observed): Found<AlertKind> | null =>
  rules[kind](observed);

/** Alerts whose cause has no name of its own: once it is gone, the next one is another cause. */
const endsByItself: readonly AlertKind[] = ['unreconciled'];

const accountsPerTurn = 50;

/** Finds the causes of all accounts that are watched, in a version and in the registry. */
export async function findCauses(
  snapshot: Snapshot,
  watched: readonly WatchedAccount[],
  findAccount: (slug: string) => Promise<RegistryAccount | null>,
  now: Date,
): Promise<NotedCauses> {
  const causes: AlertCause[] = [];
  const ended: { account: string; kind: string }[] = [];
  for (const [at, settings] of watched.entries()) {
    if (at % accountsPerTurn === accountsPerTurn - 1) await setImmediate();
    const account = await findAccount(settings.account);
    if (account === null) continue;
    const observed = await observe(snapshot, account, settings, now);
    for (const kind of settings.kinds) {
      const found = causeOf(kind, observed);
      const { account: slug, owner } = settings;
      if (found !== null) causes.push({ account: slug, owner, kind, terms: '', ...found });
      else if (endsByItself.includes(kind) && observed.summary !== null) {
        ended.push({ account: slug, kind });
      }
    }
  }
  return { causes, ended };
}

async function observe(
  snapshot: Snapshot,
  account: RegistryAccount,
  settings: WatchedAccount,
  now: Date,
): Promise<Observed> {
  const { type, slug, account_id, history_cut_at } = account;
  const id = type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');
  await snapshot.bring(id);
  const entry = snapshot.entry(id);
  // Figures from before a newer history cut are gone: the next version has others.
  const isCurrent = entry !== undefined && (entry.history_cut_at ?? '') >= (history_cut_at ?? '');
  const read = (part: 'summary' | 'drawdowns' | 'monthly') => {
    const bytes = isCurrent ? snapshot.part(id, part) : undefined;
    return bytes === undefined ? null : JSON.parse(bytes.toString());
  };
  return {
    asOf: entry?.as_of ?? snapshot.manifest.as_of,
    now,
    account,
    settings,
    summary: read('summary'),
    drawdown: settings.drawdownLimit === null ? null : (read('drawdowns')?.current ?? null),
    months: settings.monthsSince === null ? [] : (read('monthly')?.monthly_performance ?? []),
  };
}
