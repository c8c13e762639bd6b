import type { Config } from '../config/config.ts';

/** Job of the schedule: its name, its times and its command. */
export interface Job {
  readonly name: string;
  /** Cron expressions in UTC; it is due when any of them is. */
  readonly crons: readonly string[];
  readonly args: readonly string[];
}

const midnight = '0 0 * * *';

/**
 * The jobs of an installation whose facts come from these sources; with a number of shards,
 * machines compute its accounts.
 */
export function jobsOf(
  { cron, calendarCron, syncCron, secretKey }: Config,
  sources: readonly string[],
  shards?: string,
): readonly Job[] {
  const from = sources.flatMap((source) => ['--source', source]);
  const accounts = shards === undefined ? ['run'] : ['coordinate', '--shards', shards];
  return [
    // At midnight the current periods begin anew, whatever the rhythm is.
    { name: 'accounts', crons: [cron, midnight], args: [...accounts, ...from] },
    { name: 'calendar', crons: [calendarCron], args: ['run', '--calendar', ...from] },
    ...(secretKey === null ? [] : [{ name: 'sync', crons: [syncCron], args: ['sync'] }]),
  ];
}
