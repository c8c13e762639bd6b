/** A run of some machine, as it was recorded there. */
export interface SharedRun<Run = unknown> {
  readonly machine: string;
  /** The partition that it published, such as `0/4`. */
  readonly partition: string;
  readonly run: Run;
}

/**
 * The runs of every machine: those of the last 30 days, and of each partition since the last one
 * that published.
 */
export interface SharedRuns {
  add(machine: string, partition: string, run: object): Promise<void>;
  /** The last ones, newest first, `count` of them at most. */
  last(count: number): Promise<SharedRun[]>;
  /** The last of each partition that published, newest first. */
  lastGood(partitions: readonly string[]): Promise<SharedRun[]>;
  /** Replaces ids of what was deleted by `deleted`. Runs name accounts that were held back. */
  forget(ids: readonly string[]): Promise<void>;
}

type Ask = (text: string, values?: unknown[]) => Promise<ReturnType<typeof JSON.parse>>;

/** The runs that a database keeps; `ask` answers with the first row. */
export const runsOf = (ask: Ask): SharedRuns => ({
  async add(machine, partition, run) {
    await ask(
      `with gone as (delete from published_runs as old
         where ended_at < clock_timestamp() - interval '30 days' and number <
           (select max(number) from published_runs as good
             where good.partition = old.partition and good.run ->> 'outcome' = 'published'))
       insert into published_runs (machine, partition, run) values ($1, $2, $3)`,
      [machine, partition, JSON.stringify(run)],
    );
  },
  async last(count) {
    const { runs } = await ask(
      `select coalesce(json_agg(json_build_object(
         'machine', machine, 'partition', partition, 'run', run) order by number desc), '[]') as runs
       from (select * from published_runs order by number desc limit $1) as last`,
      [count],
    );
    return runs;
  },
  async lastGood(partitions) {
    const { runs } = await ask(
      `select coalesce(json_agg(json_build_object(
         'machine', machine, 'partition', partition, 'run', run) order by number desc), '[]') as runs
       from published_runs where number in (
         select (select max(number) from published_runs
           where partition = name and run ->> 'outcome' = 'published')
         from unnest($1::text[]) as name)`,
      [partitions],
    );
    return runs;
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
