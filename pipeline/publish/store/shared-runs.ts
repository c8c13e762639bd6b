/** A run of some machine, as it was recorded there. */
export interface SharedRun<Run = unknown> {
  readonly machine: string;
  readonly run: Run;
}

/** The runs of every machine; those of the last 30 days, and since the last that published. */
export interface SharedRuns {
  add(machine: string, run: object): Promise<void>;
  /** The last ones, newest first, `count` of them at most. */
  last(count: number): Promise<SharedRun[]>;
  /** The last that published; null where none is known. */
  lastGood(): Promise<SharedRun | null>;
  /** Replaces ids of what was deleted by `deleted`. Runs name accounts that were held back. */
  forget(ids: readonly string[]): Promise<void>;
}

type Ask = (text: string, values?: unknown[]) => Promise<ReturnType<typeof JSON.parse>>;

/** The runs that a database keeps; `ask` answers with the first row. */
export const runsOf = (ask: Ask): SharedRuns => ({
  async add(machine, run) {
    await ask(
      `with gone as (delete from published_runs
         where ended_at < clock_timestamp() - interval '30 days' and number <
           (select max(number) from published_runs where run ->> 'outcome' = 'published'))
       insert into published_runs (machine, run) values ($1, $2)`,
      [machine, JSON.stringify(run)],
    );
  },
  async last(count) {
    const { runs } = await ask(
      `select coalesce(json_agg(json_build_object('machine', machine, 'run', run)
         order by number desc), '[]') as runs
       from (select * from published_runs order by number desc limit $1) as last`,
      [count],
    );
    return runs;
  },
  async lastGood() {
    const row = await ask(
      `select machine, run from published_runs where run ->> 'outcome' = 'published'
       order by number desc limit 1`,
    );
    return row ?? null;
  },
  async forget(ids) {
    for (const id of ids) {
      if (id === '') continue;
      await ask(
        `update published_runs set run = replace(run::text, $1, 'deleted')::jsonb
         where strpos(run::text, $1) > 0`,
        [JSON.stringify(id).slice(1, -1)],
      );
    }
  },
});
