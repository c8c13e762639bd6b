import type { FastifyInstance } from 'fastify';
import { emptyId } from '../../pipeline/publish/snapshot/layout.ts';
import type { SnapshotHolder } from '../accounts/edition.ts';
import type { LiveRegistry } from '../callers/live-registry.ts';
import { ApiError } from '../http/errors.ts';
import { readRoute } from '../http/routes.ts';
import type { Freshness } from './freshness.ts';
import type { PublishedSource } from './source.ts';

/** What readiness is told from. */
export interface OperationServices {
  readonly registry: LiveRegistry;
  readonly snapshots: SnapshotHolder;
  readonly freshness: Freshness;
  readonly source: PublishedSource;
  /** Seconds since the last good run from which the server is not ready; null for any. */
  readonly maxAge: number | null;
}

/**
 * `GET /readyz`: 200 when requests should be sent here, else 503 and why: no snapshot, a newer one
 * that is not whole, a registry out of reach, or figures older than they may be. `notes`
 * says which signal ended the last run, and why a copy may be behind, which other servers then are too; none of it is a
 * reason. Anybody may ask: how many accounts are held back is for `/metrics` and operators.
 */
export function readyzRoute(app: FastifyInstance, services: OperationServices): void {
  readRoute(app, '/readyz', async (_request, reply) => {
    const reasons = await reasonsAgainst(services);
    reply.header('cache-control', 'no-store');
    reply.code(reasons.length === 0 ? 200 : 503);
    return {
      status: reasons.length === 0 ? 'ready' : 'not ready',
      reasons,
      notes: notesOn(services),
      age_seconds: services.freshness.ageSeconds(),
    };
  });
}

function notesOn({ source, freshness }: OperationServices): string[] {
  const [fault, ofCalendar] = [source.accounts.fault(), source.calendar.fault()];
  const signal = freshness.lastRun()?.signal;
  const notes = [
    signal && `the last run was ended by ${signal}`,
    fault && `what is in service may be behind: ${fault}`,
    ofCalendar && `the calendar in service may be behind: ${ofCalendar}`,
  ];
  return notes.filter((note) => typeof note === 'string');
}

async function reasonsAgainst(services: OperationServices): Promise<string[]> {
  const { snapshots, freshness, maxAge } = services;
  const age = freshness.ageSeconds();
  const isTooOld = maxAge !== null && (age === null || age > maxAge);
  const checks: [isWrong: boolean, reason: string][] = [
    [!(await holds(canReadSnapshot(services))), 'no snapshot can be read'],
    [snapshots.isBehind(), 'the published snapshot is not whole; an earlier one is in service'],
    [!(await holds(canAskRegistry(services))), 'the registry is out of reach'],
    [isTooOld, tooOld(services, age)],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, reason]) => reason);
}

const tooOld = ({ source }: OperationServices, age: number | null): string =>
  `${source.missed} for ${age === null ? 'as long as is known' : `${age} s`}`;

async function canReadSnapshot({ snapshots }: OperationServices): Promise<boolean> {
  using edition = snapshots.take();
  return edition?.snapshot.part(emptyId, 'summary') !== undefined;
}

async function canAskRegistry({ registry }: OperationServices): Promise<boolean> {
  await registry.decisions();
  return true;
}

const holds = (claim: Promise<boolean>): Promise<boolean> => claim.catch(() => false);

/** `GET /healthz`: 200 when the snapshot in service can be read. */
export function healthzRoute(app: FastifyInstance, { snapshots }: OperationServices): void {
  readRoute(app, '/healthz', async (_request, reply) => {
    using edition = snapshots.take();
    const isReadable = edition?.snapshot.part(emptyId, 'summary') !== undefined;
    if (!isReadable) throw new ApiError('unavailable');
    reply.header('cache-control', 'no-store');
    return { status: snapshots.isBehind() ? 'behind' : 'ok' };
  });
}
