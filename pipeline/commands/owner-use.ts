import { existsSync } from 'node:fs';
import { CommandError, readFault } from '../base/errors.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import type { Config } from '../config/config.ts';
import { deliveriesAt, deliveryAddress } from '../deliveries/open.ts';
import {
  dayOf,
  type NearLimit,
  nearLimits,
  noUse,
  readUses,
  type Use,
} from '../deliveries/quota.ts';
import { allowedReason } from '../registry/over-limit.ts';
import { comparePlaces, readPlanTerms } from '../registry/overview.ts';
import { type PlanTerms, planAt } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

/** Amount of data that an owner has sent in, statements included, as shown by `status`. */
interface OwnerUse {
  readonly owner: string;
  /** The plan in force; null where the registry does not have the owner. */
  readonly plan: Plan | null;
  readonly rows: number;
  readonly bytes: number;
  /** Received since midnight UTC, unpacked. */
  readonly bytes_today: number;
  /** Limits of the plan that the owner is near or past. */
  readonly near: readonly NearLimit[];
}

/**
 * Reads what each owner has sent in, largest first, or why it cannot be told. Owners that never
 * sent anything are not in it. One query for all of them and one for their plans.
 */
export async function readOwnerUse(
  config: Config,
  io: CommandIo,
): Promise<{ use: OwnerUse[] | null; fault: string | null }> {
  try {
    const now = io.clock();
    const uses = await readAllUses(config, dayOf(now.toISOString()));
    // The registry is looked at in any case: it may be out of reach or damaged.
    const terms = await readTerms(config, io);
    const use = [...uses]
      .map(([slug, { bytes }]) => ({ slug, bytes }))
      .sort(comparePlaces)
      .map(({ slug }) => ownerUse(slug, uses.get(slug), terms.get(slug), now));
    return { use, fault: null };
  } catch (error) {
    if (error instanceof CommandError) return { use: null, fault: error.message };
    throw error;
  }
}

function ownerUse(
  owner: string,
  use: Use = noUse,
  terms: PlanTerms | undefined,
  now: Date,
): OwnerUse {
  const plan = terms === undefined ? null : planAt(terms, now);
  const { rows, bytes, bytesToday } = use;
  const near = plan === null ? [] : nearLimits(plan, use);
  return { owner, plan, rows, bytes, bytes_today: bytesToday, near };
}

async function readAllUses(config: Config, day: string): Promise<ReadonlyMap<string, Use>> {
  const place = deliveryAddress(config);
  const deliveries = deliveriesAt(place);
  try {
    const database = await deliveries.find();
    return database === null ? new Map() : await database.read((db) => readUses(db, 'all', day));
  } catch (error) {
    if (error instanceof CommandError || !('path' in place)) throw error;
    throw new CommandError(`cannot read what owners sent in, ${place.path}: ${readFault(error)}`);
  } finally {
    await deliveries.close();
  }
}

async function readTerms(config: Config, io: CommandIo): Promise<Map<string, PlanTerms>> {
  // To look is not to make a registry.
  if (config.databaseUrl === null && !existsSync(config.dataDir.registry)) return new Map();
  return withRegistry(config, io, readPlanTerms);
}

/** One line for each limit that an owner is near or past. */
export const nearLines = (owners: readonly OwnerUse[]): string[] =>
  owners.flatMap(({ owner, plan, near }) =>
    plan === null ? [] : near.map((limit) => nearLine(owner, plan, limit)),
  );

function nearLine(owner: string, plan: Plan, { limit, percent }: NearLimit): string {
  const until = limit === 'bytes_a_day' ? ' until midnight UTC' : '';
  return `${owner} is at ${percent} % of a limit: the ${inEnglish(allowedReason(plan, limit))}. Anything above it is refused${until}; give a larger plan at /operator/owners/${owner} or with \`registry apply\``;
}
