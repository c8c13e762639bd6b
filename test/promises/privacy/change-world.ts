import type { Change, Setting } from './change.ts';
import type { HidingWorld, Part } from './hiding-world.ts';
import { orderChanges } from './order-changes.ts';
import { pastChanges } from './past-changes.ts';
import type { Random } from './random.ts';
import { worldChanges } from './registry-changes.ts';
import { timeChanges } from './time-changes.ts';
import { sightingOf } from './unseen.ts';

const partChanges: readonly Change[] = [...timeChanges, ...orderChanges, ...pastChanges];

/** Kinds of hidden input. */
export const kinds: readonly string[] = [...partChanges, ...worldChanges].map(({ kind }) => kind);

export interface Changed {
  readonly world: HidingWorld;
  /** Number of accounts that each kind of change affected. */
  readonly hits: ReadonlyMap<string, number>;
}

export interface ChangeOptions {
  readonly asOf: Date;
  readonly random: Random;
  /** Kinds of change to make. */
  readonly kinds: readonly string[];
}

export const kindsUnseenByOwners: readonly string[] = [...partChanges, ...worldChanges]
  .filter(({ isUnseenByOwners }) => isUnseenByOwners)
  .map(({ kind }) => kind);

/**
 * Makes another world that looks the same to strangers, and to owners unless a kind says otherwise.
 */
export function changeWorld(world: HidingWorld, options: ChangeOptions): Changed {
  const hits = new Map<string, number>();
  const count = (kind: string, more: number) => hits.set(kind, (hits.get(kind) ?? 0) + more);
  const busy = busyInstants(world);
  const chosen = partChanges.filter(({ kind }) => options.kinds.includes(kind));
  const parts = world.parts.map((part) => {
    const currency = part.accounts[0]?.currency ?? null;
    const sighting = sightingOf(part.entry, currency, world);
    const setting: Setting = { ...options, sighting, busy };
    return chosen
      .filter(({ isUnseen }) => isUnseen(sighting))
      .reduce((changed, { kind, change }) => {
        const next = change(changed, setting);
        count(kind, isSame(next, changed) ? 0 : 1);
        return next;
      }, part);
  });
  const changed = worldChanges
    .filter(({ kind }) => options.kinds.includes(kind))
    .reduce<HidingWorld>(
      (changing, { kind, change }) => {
        count(kind, world.parts.length);
        return change(changing, options.random);
      },
      { ...world, parts },
    );
  return { world: changed, hits };
}

const isSame = (first: Part, second: Part): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

function busyInstants({ parts }: HidingWorld): Map<number, number> {
  const busy = new Map<number, number>();
  const note = (text: string | null | undefined) => {
    const instant = Date.parse(text ?? '');
    busy.set(instant, (busy.get(instant) ?? 0) + 1);
  };
  for (const { trades, cash_flows, equity } of parts) {
    for (const { closed_at } of trades) note(closed_at);
    for (const { at } of [...cash_flows, ...equity]) note(at);
  }
  return busy;
}
