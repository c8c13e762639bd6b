import type { Registry } from '../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../pipeline/registry/schema.ts';
import { prepared } from '../pipeline/registry/store.ts';
import { ApiError } from './errors.ts';

/** What owners have decided, as of the moment it was asked for. */
export interface Decisions {
  findAccount(slug: string): Promise<RegistryAccount | null>;
  accountsOfOwner(owner: string): Promise<readonly RegistryAccount[]>;
  accounts(): Promise<readonly RegistryAccount[]>;
  /** The brand that the owner is shown under; null when there is none. */
  ownerName(owner: string): Promise<string | null>;
}

/** Asks the registry for its revision at every request and for its rows only when that moved. */
export interface LiveRegistry {
  decisions(): Promise<Decisions>;
}

const rememberedAnswers = 10_000;

/** Reads decisions that are never older than the request; a registry out of reach is a 503. */
export function createLiveRegistry(registry: Registry): LiveRegistry {
  const { db } = registry.store;
  const readRevision = prepared(db, db.selectFrom('registry_state').select('revision').compile());
  let known: { revision: number; decisions: Decisions } | undefined;

  return {
    async decisions() {
      const [state] = await reached(readRevision());
      if (state === undefined) throw new ApiError('unavailable');
      // A revision has memories of its own, so that a slow read cannot enter a later one's.
      if (known?.revision !== state.revision) {
        known = { revision: state.revision, decisions: rememberedDecisions(registry) };
      }
      return known.decisions;
    },
  };
}

function rememberedDecisions(registry: Registry): Decisions {
  return {
    findAccount: remembered((slug) => registry.findAccount(slug)),
    accountsOfOwner: remembered((owner) => registry.accountsOfOwner(owner)),
    accounts: remembered(() => registry.accounts()),
    // A plan also moves with time, so it must not be remembered with the name.
    ownerName: remembered(async (owner) => (await registry.findOwner(owner))?.name ?? null),
  };
}

function remembered<Answer>(ask: (about: string) => Promise<Answer>) {
  const answers = new Map<string, Answer>();
  return async (about = ''): Promise<Answer> => {
    const remembered = answers.get(about);
    if (remembered !== undefined) return remembered;
    const answer = await reached(ask(about));
    if (answers.size >= rememberedAnswers) answers.clear();
    answers.set(about, answer);
    return answer;
  };
}

async function reached<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    throw new ApiError('unavailable', { cause: error });
  }
}
