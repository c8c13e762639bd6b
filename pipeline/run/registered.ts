import type { RegistryAccount } from '../registry/schema.ts';
import type { RunOptions } from './run-options.ts';

/** The registry as a run sees it. Its accounts are read once, when they are needed first. */
export interface Registered {
  /** Text that names its decisions and badges; null if the registry has no such text. */
  readonly state: string | null;
  isEmpty(): Promise<boolean>;
  accounts(): Promise<readonly RegistryAccount[]>;
  /** Number of published accounts without portfolios, those of other partitions included. */
  accountsPublished(): Promise<number>;
  /** Public names of owners by slug. */
  ownerNames(): Promise<ReadonlyMap<string, string | null>>;
}

/** Begins to use the registry. The state is older than the accounts if a decision comes between. */
export async function registeredIn({
  registry,
}: Pick<RunOptions, 'registry'>): Promise<Registered> {
  let state = (await registry.state?.()) ?? null;
  let read: Promise<readonly RegistryAccount[]> | undefined;
  const readAll = async () => {
    state = (await registry.state?.()) ?? null;
    return registry.accounts();
  };
  const accounts = () => {
    read ??= readAll();
    return read;
  };
  return {
    get state() {
      return state;
    },
    isEmpty: async () => !((await registry.hasAccounts?.()) ?? (await accounts()).length > 0),
    accounts,
    accountsPublished: async () => {
      const all = registry.everyAccount ? await registry.everyAccount() : await accounts();
      return all.filter(({ type, published }) => type === 'account' && published).length;
    },
    ownerNames: async () => (await registry.ownerNames?.()) ?? new Map(),
  };
}

/** Returns the registry as it is after a run noted something. The same one if nothing is new. */
export async function registeredAfter(
  registered: Registered,
  { registry }: Pick<RunOptions, 'registry'>,
): Promise<Registered> {
  if (!registry.notePublications) return registered;
  const state = (await registry.state?.()) ?? null;
  return state !== null && state === registered.state ? registered : registeredIn({ registry });
}
