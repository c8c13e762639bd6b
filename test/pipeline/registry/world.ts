import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import type { MarkDecision } from '../../../pipeline/registry/marks.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { withDirectory } from '../../support/directory.ts';
import { whileOpen } from '../../support/while-open.ts';

export const now = new Date('2026-03-01T12:00:00.250Z');

export const northDesk = {
  slug: 'north-desk',
  name: 'North Desk',
  plan: 'pro',
  plan_until: '2027-01-01T00:00:00Z',
};

export const eurusd = {
  slug: 'north-eurusd',
  type: 'account',
  account_id: 'MT5:100234@Broker-Live',
  owner: 'north-desk',
  name: 'EURUSD swing',
  published: true,
  verified: { identity: true, track_record: true },
  history_cut_at: null,
  hide: ['volume', 'comment'],
};

export const gold = {
  slug: 'north-gold',
  type: 'account',
  account_id: 'MT4:7@Broker-Demo',
  owner: 'north-desk',
  name: 'Gold',
};

export const everything = {
  slug: 'north-all',
  type: 'portfolio',
  owner: 'north-desk',
  name: 'Everything',
  currency: 'EUR',
  members: ['north-gold', 'north-eurusd'],
  published: false,
  hide: [],
};

export const freeOwner = { slug: 'solo', name: null, plan: 'free', plan_until: null };

/** The contract's example, with one more owner on the free plan. */
export const world = { owners: [northDesk, freeOwner], accounts: [eurusd, gold, everything] };

/** A run's decision about an account, by default that it has no badge. */
export const decision = (changes: Partial<MarkDecision>): MarkDecision => ({
  data: '',
  dataInService: '',
  coverage: null,
  coveredUntil: null,
  lapse: null,
  isFromBroker: false,
  ...changes,
});

/** Calls `work` with an empty embedded registry, and removes it afterwards. */
export async function withRegistry<Result>(
  work: (registry: Registry, dataDir: DataDirectory) => Promise<Result>,
  clock: () => Date = () => now,
): Promise<Result> {
  return withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    return whileOpen(openRegistry({ dataDir, clock }), async (registry) => {
      return await work(registry, dataDir);
    });
  });
}

/** Returns the message and exit code of the error of a promise. */
export async function refusal(promise: Promise<unknown>): Promise<CommandError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('was accepted');
}
