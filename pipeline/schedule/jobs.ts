import type { Config } from '../config/config.ts';

/** Job of the schedule: its name, its times and its command. */
export interface Job {
  readonly name: string;
  /** Cron expressions in UTC; it is due when any of them is. */
  readonly crons: readonly string[];
  readonly args: readonly string[];
}

const midnight = '0 0 * * *';

/** Returns the jobs of an installation whose data comes from these sources. */
export function jobsOf(
  { cron, calendarCron, syncCron, secretKey }: Config,
  sources: readonly string[],
): readonly Job[] {
  const from = sources.flatMap((source) => ['--source', source]);
  return [
    // At midnight the current periods begin anew, whatever the rhythm is.
    { name: 'accounts', crons: [cron, midnight], args: ['run', ...from] },
    { name: 'calendar', crons: [calendarCron], args: ['run', '--calendar', ...from] },
    ...(secretKey === null ? [] : [{ name: 'sync', crons: [syncCron], args: ['sync'] }]),
  ];
}
