import type { AccountEntry, ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot, StoredList } from '../../../pipeline/publish/snapshot/reader.ts';
import { createLruCache } from '../../http/memory.ts';

/** Visible rows of a list, newest first. */
export interface VisibleList {
  readonly stored: StoredList;
  readonly total: number;
  /** Numbers of the visible rows in the stored list; null if all are visible. */
  readonly rows: Uint32Array | null;
}

/** Returns a row's number in the stored list, by its index among the visible rows. */
export const rowAt = ({ rows }: VisibleList, index: number): number =>
  rows === null ? index : (rows[index] ?? 0);

/** Cached lists of one version. */
export interface OpenLists {
  /** Returns the visible rows of a list; undefined if the account has no such list. */
  visible(
    entry: Pick<AccountEntry, 'id'>,
    name: ListName,
    isListed: readonly boolean[],
  ): VisibleList | undefined;
}

const maxCachedRows = 4_000_000;
/** Memory that a list takes in addition to its rows, in rows. */
const overheadRows = 20;

export function createOpenLists(snapshot: Pick<Snapshot, 'list'>): OpenLists {
  const stored = createLruCache<StoredList | undefined>(maxCachedRows, costOf);
  const filtered = createLruCache<Uint32Array>(
    maxCachedRows,
    ({ length }) => length + overheadRows,
  );

  return {
    visible({ id }, name, isListed) {
      const key = `${name} ${id}`;
      const list = stored.get(key, () => snapshot.list(id, name));
      if (!list) return undefined;
      if (isListed.every((isSeen) => isSeen)) {
        return { stored: list, total: list.index.rows, rows: null };
      }
      const rows = filtered.get(`${isListed.map(Number).join('')} ${key}`, () =>
        rowsOf(list.index.members, isListed),
      );
      return { stored: list, total: rows.length, rows };
    },
  };
}

function rowsOf(members: Uint16Array, isListed: readonly boolean[]): Uint32Array {
  const mask = Uint8Array.from(isListed, Number);
  const rows = new Uint32Array(members.length);
  let count = 0;
  for (let row = 0; row < members.length; row += 1) {
    if (mask[members[row] ?? 0] !== 1) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.slice(0, count);
}

function costOf(list: StoredList | undefined): number {
  return (list?.index.rows ?? 0) + overheadRows;
}
