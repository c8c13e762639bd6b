import type { FastifyInstance } from 'fastify';
import { emptyId } from '../../pipeline/publish/snapshot/layout.ts';
import { noVersion, pointerFault } from '../../pipeline/publish/snapshot/pointer.ts';
import type { Replica } from '../../pipeline/publish/snapshot/replica.ts';
import type { SnapshotHolder } from '../accounts/open-version.ts';
import type { LiveRegistry } from '../callers/live-registry.ts';
import { readRoute } from '../http/routes.ts';
import type { Freshness } from './freshness.ts';
import type { PublishedSource } from './source.ts';

/** Services that readiness is derived from. */
export interface OperationServices {
  readonly liveRegistry: LiveRegistry;
  readonly snapshots: SnapshotHolder;
  readonly freshness: Freshness;
  readonly source: PublishedSource;
  /** Age of the figures above which the server is not ready, in seconds; null for no limit. */
  readonly maxAge: number | null;
}

/**
 * `GET /readyz`: answers 200 if this server should get requests, else 503 with reasons. Reasons are
 * that nothing is published yet, a damaged pointer, an unreadable version, or damaged files. So are
 * a damaged newer version or calendar, an unavailable registry, and figures that are too old.
 * `notes` lists smaller problems, such as a copy that is behind or a calendar without coming
 * events. The address is public, so it doesn't tell how many accounts there are.
 */
export function readyzRoute(app: FastifyInstance, services: OperationServices): void {
  readRoute(app, '/readyz', async (_request, reply) => {
    const reasons = await reasonsAgainst(services);
    reply.header('cache-control', 'no-store');
    if (reasons.length > 0) reply.code(503).header('retry-after', '10');
    return {
      status: reasons.length === 0 ? 'ready' : 'not ready',
      reasons,
      notes: notesOn(services),
      age_seconds: services.freshness.ageSeconds(),
    };
  });
}

function notesOn(services: OperationServices): string[] {
  const { source, freshness } = services;
  const signal = freshness.lastRun()?.signal;
  const notes = [
    signal && `the last run was ended by ${signal}`,
    noteOn('figures', source.accounts),
    !source.accounts.isWhole() && 'accounts are fetched on request until all are copied',
    ...lateNotes(services),
    noteOn('calendar events', source.calendar),
    ...(freshness.calendarLacks() ?? []).map(({ warning }) => warning),
  ];
  return notes.filter((note) => typeof note === 'string');
}

/** Seconds after which a partition is late, if no limit of the figures is set. */
const lateSeconds = 1800;

/** Names the partitions that have not published in time. The others go on. */
const lateNotes = ({ source, maxAge }: OperationServices): string[] =>
  source
    .partitions()
    .filter(({ ageSeconds }) => ageSeconds === null || ageSeconds > (maxAge ?? lateSeconds))
    .map(({ partition, ageSeconds }) =>
      ageSeconds === null
        ? `partition ${partition} has not published yet`
        : `partition ${partition} has not published for ${Math.round(ageSeconds)} s`,
    );

/** Says that a server serves earlier data than the published, or can't tell. */
function noteOn(what: string, replica: Replica): string | null {
  const fault = replica.fault();
  if (replica.isBehind()) {
    return `this server has earlier ${what} than the published: ${fault ?? 'the copy is under way'}`;
  }
  return fault && `this server can't tell whether its ${what} are the newest: ${fault}`;
}

async function reasonsAgainst(services: OperationServices): Promise<string[]> {
  const { snapshots, freshness, maxAge } = services;
  const age = freshness.ageSeconds();
  const isTooOld = maxAge !== null && (age === null || age > maxAge);
  const canRead = await succeeds(canReadSnapshot(services));
  const inService = snapshots.current();
  const damaged = [...(inService?.snapshot.damaged.keys() ?? [])].sort();
  const isFirstDue = inService === null && snapshots.missing().problem === 'nothing_published';
  const isPointerDamaged = pointerFault(services.source.dataDir.current) !== null;
  const calendarFault = freshness.calendarFault();
  const checks: [isWrong: boolean, reason: string][] = [
    [isFirstDue, 'no run has published anything yet'],
    [isPointerDamaged, `snapshots/current ${noVersion}`],
    [
      !canRead && !isFirstDue && !isPointerDamaged && damaged.length === 0,
      'no published version can be read',
    ],
    [damaged.length > 0, `damaged files in the version in service: ${damaged.join(', ')}`],
    [
      inService !== null && !isPointerDamaged && snapshots.isBehind(),
      'the newest published version is damaged; an earlier one is in service',
    ],
    [calendarFault !== null, calendarFault ?? ''],
    [!(await succeeds(canAskRegistry(services))), 'the registry is not available'],
    [isTooOld, tooOld(services, age)],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, reason]) => reason);
}

const tooOld = ({ source }: OperationServices, age: number | null): string =>
  `${source.staleReason} for ${age === null ? 'as long as is known' : `${age} s`}`;

async function canReadSnapshot({ snapshots }: OperationServices): Promise<boolean> {
  using version = snapshots.take();
  return version?.snapshot.part(emptyId, 'summary') !== undefined;
}

async function canAskRegistry({ liveRegistry }: OperationServices): Promise<boolean> {
  await liveRegistry.decisions();
  return true;
}

const succeeds = (claim: Promise<boolean>): Promise<boolean> => claim.catch(() => false);

/** `GET /healthz`: 200 if the version in service can be read. */
export function healthzRoute(app: FastifyInstance, { snapshots, source }: OperationServices): void {
  readRoute(app, '/healthz', async (_request, reply) => {
    using version = snapshots.take();
    const isReadable = version?.snapshot.part(emptyId, 'summary') !== undefined;
    if (!isReadable) throw snapshots.missing();
    reply.header('cache-control', 'no-store');
    return { status: snapshots.isBehind() || source.accounts.isBehind() ? 'behind' : 'ok' };
  });
}
