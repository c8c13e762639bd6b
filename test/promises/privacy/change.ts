import type { Hidable } from '../../../pipeline/registry/words.ts';
import type { Row } from '../../oracle/world.ts';
import type { Part } from './hiding-world.ts';
import type { Random } from './random.ts';
import type { Sighting } from './unseen.ts';

/** Data around a part when it is changed. */
export interface Setting {
  readonly sighting: Sighting;
  /** Instants at which anything happens to any account, and how often. */
  readonly busy: ReadonlyMap<number, number>;
  readonly asOf: Date;
  readonly random: Random;
}

/** A change of one account's rows that must show nowhere. */
export interface Change {
  readonly kind: string;
  /** True if owners must not see it either. */
  readonly isUnseenByOwners?: true;
  readonly isUnseen: (sighting: Sighting) => boolean;
  readonly change: (part: Part, setting: Setting) => Part;
}

export const always = (): boolean => true;

/** Hidden altogether, whatever else is shown. */
export const hides =
  (...flags: readonly Hidable[]) =>
  ({ hidden }: Sighting): boolean =>
    flags.every((flag) => hidden.has(flag));

export { sectionNames as sections } from '../../../sql/marts/index.ts';
/** Sections that show instruments, prices or pips. */
export const pipSections = ['by_symbol', 'by_magic_number', 'advanced', 'distribution'] as const;

export const timeOf = (row: Row, column: string): number => Date.parse(row[column] ?? '');

/** A part whose trades and open positions are changed one by one. */
export function eachOrder(part: Part, change: (row: Row) => Row): Part {
  return { ...part, trades: part.trades.map(change), positions: part.positions.map(change) };
}

const decimalsOf = (part: Part): number => (part.accounts[0]?.currency === 'BTC' ? 8 : 2);

/** Amounts of an account in its smallest unit, and back. */
export function amountsOf(part: Part) {
  const scale = 10 ** decimalsOf(part);
  return {
    units: (text: string | null | undefined) => Math.round(Number(text ?? 0) * scale),
    text: (units: number) => (units / scale).toFixed(decimalsOf(part)),
  };
}
