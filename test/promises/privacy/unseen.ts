import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import type { Entry, HidingWorld } from './hiding-world.ts';

/** Visible data of an account to strangers, by the contract and not by the code. */
export interface Sighting {
  /** Data that only the owner sees, of the account and of every portfolio that holds it. */
  readonly hidden: ReadonlySet<Hidable>;
  /** True if a published portfolio holds it. */
  readonly isHeld: boolean;
  /** True if such a portfolio converts its amounts, each rounded by itself. */
  readonly isConverted: boolean;
}

const rowFlags = ['volume', 'stop_loss', 'take_profit', 'comment', 'trades'] as const;

/** Returns what strangers see of an account; nothing if no registry has it. */
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
  // The sums of a portfolio may hold a private account; its rows are nowhere.
  if (entry && isHeld) return new Set([...entry.hide, ...rowFlags.filter(isOnlyInRows)]);
  return new Set(hidables);
}

/** Lots are part of sums too. */
const isOnlyInRows = (flag: Hidable): boolean => flag !== 'volume';
