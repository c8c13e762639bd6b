import type { Config } from '../config/config.ts';

/** What the schedule has done, when, and as which command of this program. */
export interface Job {
  readonly name: string;
  /** Cron expressions in UTC; it is due when any of them is. */
  readonly crons: readonly string[];
  readonly args: readonly string[];
}

const midnight = '0 0 * * *';

/** The jobs of an installation whose facts come from these sources. */
export function jobsOf({ cron, calendarCron }: Config, sources: readonly string[]): readonly Job[] {
  const from = sources.flatMap((source) => ['--source', source]);
  return [
    // At midnight the current periods begin anew, whatever the rhythm is.
    { name: 'accounts', crons: [cron, midnight], args: ['run', ...from] },
    { name: 'calendar', crons: [calendarCron], args: ['run', '--calendar', ...from] },
  ];
}
