import type { Hidable } from '../../../pipeline/registry/words.ts';
import type { Row } from '../../oracle/world.ts';
import type { Part } from './hiding-world.ts';
import type { Random } from './random.ts';
import type { Sighting } from './unseen.ts';

/** Other data that a change may need. */
export interface Setting {
  readonly sighting: Sighting;
  /** Times at which anything happens to any account, and how often. */
  readonly busy: ReadonlyMap<number, number>;
  readonly asOf: Date;
  readonly random: Random;
}

/** Change of one account's rows that no answer may show. */
export interface Change {
  readonly kind: string;
  /** True if even owners must not see it. */
  readonly isUnseenByOwners?: true;
  readonly isUnseen: (sighting: Sighting) => boolean;
  readonly change: (part: Part, setting: Setting) => Part;
}

export const always = (): boolean => true;

/** Always hidden, whatever else is shown. */
export const hides =
  (...flags: readonly Hidable[]) =>
  ({ hidden }: Sighting): boolean =>
    flags.every((flag) => hidden.has(flag));

export { sectionFlags as sections } from '../../../sql/marts/index.ts';
/** Sections that show instruments, prices or pips. */
export const pipSections = ['by_symbol', 'by_magic_number', 'advanced', 'distribution'] as const;

export const timeOf = (row: Row, column: string): number => Date.parse(row[column] ?? '');

/** Changes every trade and every open position. */
export function eachOrder(part: Part, change: (row: Row) => Row): Part {
  return { ...part, trades: part.trades.map(change), positions: part.positions.map(change) };
}

const decimalsOf = (part: Part): number => (part.accounts[0]?.currency === 'BTC' ? 8 : 2);

/** Converts amounts of an account to its smallest unit, and back. */
export function amountsOf(part: Part) {
  const scale = 10 ** decimalsOf(part);
  return {
    units: (text: string | null | undefined) => Math.round(Number(text ?? 0) * scale),
    text: (units: number) => (units / scale).toFixed(decimalsOf(part)),
  };
}
