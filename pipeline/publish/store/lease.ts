import { setInterval } from 'node:timers';
import type { Log } from '../../base/log.ts';
import type { Content } from './store.ts';

/** Query that runs in the same transaction as a publication. */
export interface PostgresQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Rows it has to change, else nothing is changed; any number when unset. */
  readonly rows?: number;
}

/** Advisory lock that avoids duplicate work. Safety comes from the compare-and-swap in `move`. */
export interface Lease {
  readonly epoch: number;
  /** False once another has taken it over. */
  renew(seconds: number): Promise<boolean>;
  /**
   * Puts a version in service if the publication it is based on still has serial `from`. Returns
   * the new serial. Returns null, with nothing changed, after another publication or once the lease
   * is lost.
   */
  move(
    from: number,
    version: string,
    manifest: Content,
    also?: readonly PostgresQuery[],
  ): Promise<number | null>;
  /**
   * Confirms that the version in service is up to date. Returns false, with nothing changed, if it
   * is not.
   */
  confirm(serial: number, also?: readonly PostgresQuery[]): Promise<boolean>;
  /**
   * Runs queries without a publication. Returns false, with nothing changed, once the lease is
   * lost.
   */
  commit(queries: readonly PostgresQuery[]): Promise<boolean>;
  /** Returns the query that stores the state which the next publisher continues from. */
  keep(state: object): PostgresQuery;
  release(): Promise<void>;
}

/** Renews a lease of that many seconds in time, until the returned function is called. */
export function keepRenewing(lease: Lease, seconds: number, log: Pick<Log, 'warn'>): () => void {
  const renew = (): void => {
    lease.renew(seconds).catch((error) => log.warn('lease not renewed', { reason: String(error) }));
  };
  const timer = setInterval(renew, (seconds / 4) * 1000).unref();
  return () => clearInterval(timer);
}

/** Queries to PostgreSQL. Errors are one line. */
export interface PointerDatabase {
  /** The first row of an answer. */
  ask(text: string, values?: unknown[]): Promise<ReturnType<typeof JSON.parse>>;
  /** Carries out all or nothing; false where one does not change the rows that it has to. */
  together(queries: readonly PostgresQuery[]): Promise<boolean>;
}

/**
 * The lease of that epoch on the pointer of that name. PostgreSQL is asked at each call whether it
 * is still held; nothing is remembered here. Throws a CommandError where PostgreSQL does not
 * answer.
 */
export function leaseOf(
  { ask, together }: PointerDatabase,
  name: string,
  form: number,
  epoch: number,
): Lease {
  const lockLease: PostgresQuery = {
    text: 'select epoch from published_lease where name = $2 and epoch = $1 for share',
    values: [epoch, name],
    rows: 1,
  };
  return {
    epoch,
    renew: async (seconds) =>
      (await ask(
        `update published_lease set until = clock_timestamp() + make_interval(secs => $2)
         where name = $3 and epoch = $1 returning epoch`,
        [epoch, seconds, name],
      )) !== undefined,
    async move(from, version, { sha256, bytes }, also = []) {
      const moved = await together([
        {
          text: `update published_pointer set serial = serial + 1, version = $3,
           manifest_sha256 = $4, manifest_bytes = $5, form = $6, epoch = $1,
           confirmed_at = clock_timestamp()
         where name = $7 and serial = $2 and epoch <= $1
           and (select epoch from published_lease where name = $7 for share) = $1`,
          values: [epoch, from, version, sha256, bytes, form, name],
          rows: 1,
        },
        ...also,
      ]);
      return moved ? from + 1 : null;
    },
    confirm: (serial, also = []) =>
      together([
        {
          text: `update published_pointer set confirmed_at = clock_timestamp()
         where name = $3 and serial = $2 and epoch <= $1`,
          values: [epoch, serial, name],
          rows: 1,
        },
        ...(also.length > 0 ? [lockLease] : []),
        ...also,
      ]),
    commit: (queries) => together([lockLease, ...queries]),
    keep: (state) => ({
      text: 'update published_pointer set state = $1, form = $3 where name = $2',
      values: [JSON.stringify(state), name, form],
      rows: 1,
    }),
    async release() {
      await ask(
        `update published_lease set until = clock_timestamp() - interval '1 second'
         where name = $2 and epoch = $1`,
        [epoch, name],
      );
    },
  };
}
