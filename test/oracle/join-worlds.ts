import { tablesOf } from './read-world.ts';
import { type RegistryEntry, type Row, type TableName, tableKeys, type World } from './world.ts';

/**
 * Joins several worlds into one, with new names for accounts. If rows of shared tables have the
 * same key, the first is used.
 */
export function joinWorlds(worlds: readonly World[]): World {
  const rows = (table: TableName): Row[] => {
    const byKey = new Map<string, Row>();
    for (const [number, world] of worlds.entries()) {
      for (const row of world[table]) {
        const { account_id: id } = row;
        const renamed = id ? { ...row, account_id: nameIn(number, id) } : row;
        const key = JSON.stringify(tableKeys[table].map((column) => renamed[column] ?? null));
        if (!byKey.has(key)) byKey.set(key, renamed);
      }
    }
    return [...byKey.values()];
  };
  return {
    ...tablesOf(rows),
    registry: {
      owners: worlds[0]?.registry.owners ?? [],
      accounts: worlds.flatMap(({ registry }, number) =>
        registry.accounts.map((entry) => entryIn(number, entry)),
      ),
    },
  };
}

const nameIn = (number: number, name: string): string => `${name}-${number}`;

const entryIn = (number: number, entry: RegistryEntry): RegistryEntry => ({
  ...entry,
  slug: nameIn(number, entry.slug),
  ...(entry.account_id && { account_id: nameIn(number, entry.account_id) }),
  ...(entry.members && { members: entry.members.map((slug) => nameIn(number, slug)) }),
});
