import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import type { Entry, HidingWorld } from './hiding-world.ts';

/** What strangers can see of an account, by the contract and not by the code. */
export interface Sighting {
  /** What nobody but the owner sees, neither of the account nor of a portfolio that holds it. */
  readonly hidden: ReadonlySet<Hidable>;
  /** Whether a published portfolio holds it. */
  readonly isHeld: boolean;
  /** Whether one does that converts its amounts, each rounded by itself. */
  readonly isConverted: boolean;
}

const rowFlags = ['volume', 'stop_loss', 'take_profit', 'comment', 'trades'] as const;

/** What strangers see of an account; of one in no registry nothing at all. */
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
