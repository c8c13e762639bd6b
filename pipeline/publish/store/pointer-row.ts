import { CommandError } from '../../base/errors.ts';
import { postgresFault } from '../../base/postgres-pool.ts';
import { makeReason, ReasonError } from '../../base/reasons/reason.ts';
import { chainOf, type SharedChain } from './chain-lines.ts';
import { type Lease, leaseOf, type PointerDatabase } from './lease.ts';
import type { Content } from './store.ts';

/** A version that was published, and the manifest it is known by. */
export interface Publication {
  readonly version: string;
  readonly manifest: Content;
}

/** Publication in service on every machine. */
export interface PublishedPointer extends Publication {
  /**
   * Number of the publication. It grows by one each time, also for a rollback. 0 before the first.
   */
  readonly serial: number;
  /** Published form of the program that published it; 0 before the first. */
  readonly form: number;
  /** Seconds, by the database's clock, since a run last published or confirmed it. */
  readonly ageSeconds: number;
  /** State that its next publisher continues from. Null if no publisher stored any. */
  readonly state: unknown;
}

/** A row that says what of one kind is in service, and who may move it. */
export interface PointerRow {
  /** Published form of the program that moves it from here. */
  readonly form: number;
  read(): Promise<PublishedPointer>;
  /**
   * Takes the lease if it is free, expired or the holder's own. Null while another machine has it.
   */
  lease(holder: string, seconds: number): Promise<Lease | null>;
  /** Returns the machine that has the lease or had it last. Empty if no machine ever had it. */
  holder(): Promise<string>;
  /** Returns the lease in force, or null. */
  activeLease(): Promise<ActiveLease | null>;
  readonly chain: SharedChain;
}

/** A lease that lasts. */
export interface ActiveLease {
  readonly holder: string;
  readonly epoch: number;
  /** Seconds until it expires unless renewed, by the database's clock. */
  readonly seconds: number;
}

/** Columns of a row, from which `pointerIn` makes the publication. */
export const columns = `serial, version, manifest_sha256, manifest_bytes, form, state,
  extract(epoch from clock_timestamp() - confirmed_at) as age`;

/** The publication that a row of PostgreSQL has. */
export const pointerIn = (row: ReturnType<typeof JSON.parse>): PublishedPointer => ({
  serial: Number(row.serial),
  version: row.version,
  manifest: { sha256: row.manifest_sha256, bytes: Number(row.manifest_bytes) },
  form: row.form,
  ageSeconds: Number(row.age),
  state: row.state,
});

/** Publication of a row that was never written. */
export const unpublished: PublishedPointer = {
  serial: 0,
  version: '',
  manifest: { sha256: '', bytes: 0 },
  form: 0,
  ageSeconds: 0,
  state: null,
};

/** Opens the row of that name. Its publications have this form. */
export function rowOf(database: PointerDatabase, name: string, form: number): PointerRow {
  const { ask } = database;
  return {
    form,
    chain: chainOf(database, name),
    async read() {
      const row = await ask(`select ${columns} from published_pointer where name = $1`, [name]);
      if (row === undefined) {
        throw unanswered(new ReasonError(makeReason('system_pointer_lost', { name })));
      }
      return pointerIn(row);
    },
    async lease(holder, seconds) {
      const taken = await ask(
        `insert into published_lease
         values ($3, 1, $1, clock_timestamp() + make_interval(secs => $2))
         on conflict (name) do update set epoch = published_lease.epoch + 1, holder = $1,
           until = excluded.until
           where published_lease.until < clock_timestamp() or published_lease.holder = $1
         returning epoch`,
        [holder, seconds, name],
      );
      return taken === undefined ? null : leaseOf(database, name, form, Number(taken.epoch));
    },
    async holder() {
      const row = await ask('select holder from published_lease where name = $1', [name]);
      return row?.holder ?? '';
    },
    async activeLease() {
      const row = await ask(
        `select holder, epoch, extract(epoch from until - clock_timestamp()) as seconds
         from published_lease where name = $1 and until > clock_timestamp()`,
        [name],
      );
      if (row === undefined) return null;
      return { holder: row.holder, epoch: Number(row.epoch), seconds: Number(row.seconds) };
    },
  };
}

/** Says that PostgreSQL gave no answer about published versions. */
export const unanswered = (cause: unknown): CommandError =>
  cause instanceof CommandError ? cause : postgresFault('published versions', cause);
