import type { RegistryAccount } from './schema.ts';

type Watched = Pick<RegistryAccount, 'publication' | 'history_cut_at'>;

/**
 * Returns the first day of the record that strangers could watch. It is the day after the first
 * publication, or after the newest change of a portfolio's members. A later history cut moves it to
 * the day of the cut. Null if strangers never could. `members` are those of a portfolio.
 */
export function observedFrom(account: Watched, members: readonly Watched[]): string | null {
  const { publication } = account;
  if (publication === null) return null;
  const { published_at, members_changed_at } = publication;
  const days = [
    dayAfter(published_at),
    ...(members_changed_at === null ? [] : [dayAfter(members_changed_at)]),
    ...[account, ...members].flatMap(({ history_cut_at }) => history_cut_at ?? []),
  ];
  return days.sort().at(-1) ?? null;
}

/** Returns the UTC day after an instant. */
export const dayAfter = (instant: string): string =>
  new Date(Date.parse(instant) + 86_400_000).toISOString().slice(0, 10);
