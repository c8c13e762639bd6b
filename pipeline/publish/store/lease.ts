import type { Content } from './store.ts';

/** What changes together with a publication, or not at all. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Rows it has to change, else nothing is changed; any number when unset. */
  readonly rows?: number;
}

/** The right to publish, for economy: what makes a publication right is `move` alone. */
export interface Lease {
  readonly epoch: number;
  /** False once another has taken it over. */
  renew(seconds: number): Promise<boolean>;
  /**
   * Puts a version in service that was computed on the publication of that serial; answers with its
   * own. Null, with nothing changed, where there was another since or the lease was taken over.
   */
  move(
    from: number,
    version: string,
    manifest: Content,
    also?: readonly Statement[],
  ): Promise<number | null>;
  /** Says that what is in service is up to date; false, with nothing changed, where it is no more. */
  confirm(serial: number, also?: readonly Statement[]): Promise<boolean>;
  /** Changes what belongs to no publication; false, with nothing changed, once another has the lease. */
  commit(statements: readonly Statement[]): Promise<boolean>;
  /** What keeps the state that the next publisher goes on from. */
  keep(state: object): Statement;
  release(): Promise<void>;
}

/** What is asked of PostgreSQL, with errors in one line. */
export interface PointerDatabase {
  /** The first row of an answer. */
  ask(text: string, values?: unknown[]): Promise<ReturnType<typeof JSON.parse>>;
  /** Carries out all or nothing; false where one does not change the rows that it has to. */
  together(statements: readonly Statement[]): Promise<boolean>;
}

/**
 * The lease of that epoch on the pointer of that name. PostgreSQL is asked at each call whether it is
 * still held; nothing is remembered here. Throws a CommandError where PostgreSQL does not answer.
 */
export function leaseOf(
  { ask, together }: PointerDatabase,
  name: string,
  form: number,
  epoch: number,
): Lease {
  const held: Statement = {
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
        ...(also.length > 0 ? [held] : []),
        ...also,
      ]),
    commit: (statements) => together([held, ...statements]),
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
