import type { FastifyInstance } from 'fastify';
import { emptyId } from '../../pipeline/snapshot/layout.ts';
import type { Services } from '../services.ts';
import { readRoute } from './read-route.ts';

/**
 * `GET /readyz`: 200 when requests should be sent here, else 503 and why: no snapshot, a newer one
 * that is not whole, a registry out of reach, or figures older than they may be. Accounts that are
 * held back are counted and `notes` says what is due; neither is a reason.
 */
export function readyzRoute(app: FastifyInstance, services: Services): void {
  readRoute(app, '/readyz', async (_request, reply) => {
    const reasons = await reasonsAgainst(services);
    reply.header('cache-control', 'no-store');
    reply.code(reasons.length === 0 ? 200 : 503);
    return {
      status: reasons.length === 0 ? 'ready' : 'not ready',
      reasons,
      notes: notesOn(services),
      age_seconds: services.freshness.ageSeconds(),
      accounts_held_back: services.freshness.heldBack(),
    };
  });
}

function notesOn({ snapshots }: Services): string[] {
  using edition = snapshots.take();
  return edition === null || edition.runDue === null ? [] : [edition.runDue];
}

async function reasonsAgainst(services: Services): Promise<string[]> {
  const { snapshots, freshness, mostAge } = services;
  const age = freshness.ageSeconds();
  const isTooOld = mostAge !== null && (age === null || age > mostAge);
  const checks: [isWrong: boolean, reason: string][] = [
    [!(await holds(canReadSnapshot(services))), 'no snapshot can be read'],
    [snapshots.isBehind(), 'the published snapshot is not whole; an earlier one is in service'],
    [!(await holds(canAskRegistry(services))), 'the registry is out of reach'],
    [isTooOld, `no run has published for ${age === null ? 'as long as is known' : `${age} s`}`],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, reason]) => reason);
}

async function canReadSnapshot({ snapshots }: Services): Promise<boolean> {
  using edition = snapshots.take();
  return edition?.snapshot.part(emptyId, 'summary') !== undefined;
}

async function canAskRegistry({ registry }: Services): Promise<boolean> {
  await registry.decisions();
  return true;
}

const holds = (claim: Promise<boolean>): Promise<boolean> => claim.catch(() => false);
