import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import type { Entry, HidingWorld } from './hiding-world.ts';

/** Data of an account that strangers see, according to the contract, not the code. */
export interface Sighting {
  /** Data that only the owner sees, in the account and in every portfolio with it. */
  readonly hidden: ReadonlySet<Hidable>;
  /** True if a published portfolio has the account as a member. */
  readonly isHeld: boolean;
  /** True if such a portfolio converts its amounts. Each amount is rounded alone. */
  readonly isConverted: boolean;
}

const rowFlags = ['volume', 'stop_loss', 'take_profit', 'comment', 'trades'] as const;

/** Returns what strangers see of an account; nothing if it is not registered. */
export function sightingOf(
  entry: Entry | null,
  currency: string | null,
  { portfolios }: HidingWorld,
): Sighting {
  const holders = portfolios.filter(
    ({ published, members }) => published && members?.includes(entry?.slug ?? ''),
  );
  const isHeld = holders.length > 0;
  const isConverted = holders.some((holder) => holder.currency !== currency);
  return { hidden: hiddenOf(entry, isHeld), isHeld, isConverted };
}

function hiddenOf(entry: Entry | null, isHeld: boolean): Set<Hidable> {
  if (entry?.published) return new Set(entry.hide);
  // A private account may be in the sums of a portfolio. Its rows are in no list.
  if (entry && isHeld) return new Set([...entry.hide, ...rowFlags.filter(isOnlyInRows)]);
  return new Set(hidables);
}

/** Sums contain lots, and the share of trades without a stop. */
const isOnlyInRows = (flag: Hidable): boolean => flag !== 'volume' && flag !== 'stop_loss';
