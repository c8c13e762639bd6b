import type { StageCost } from '../../pipeline/base/stages.ts';
import { lackNames } from '../../pipeline/calendar/lacks.ts';
import type { RunRecord } from '../../pipeline/run/run-log.ts';
import type { Freshness } from './freshness.ts';
import type { GaugeRow } from './gauges.ts';

const secondsOf = (instant: string): number => Date.parse(instant) / 1000;

/** Makes a gauge with the figure of every stage of a run; stages without it are left out. */
const ofStages = (
  name: string,
  help: string,
  read: (cost: StageCost) => number | undefined,
): GaugeRow<RunRecord> => [
  name,
  help,
  ({ stages }) =>
    Object.fromEntries(Object.entries(stages ?? {}).map(([stage, cost]) => [stage, read(cost)])),
  'stage',
];

/** Gauges of the last run. */
export const gaugesOfRun: readonly GaugeRow<RunRecord>[] = [
  [
    'trackrecord_last_run_timestamp_seconds',
    'End of the last run, in Unix seconds.',
    ({ ended_at }) => secondsOf(ended_at),
  ],
  [
    'trackrecord_last_run_published',
    '1 if the last run published, 0 if it failed.',
    ({ outcome }) => (outcome === 'published' ? 1 : 0),
  ],
  [
    'trackrecord_last_run_seconds',
    'Duration of the last run, in seconds.',
    ({ started_at, ended_at }) => secondsOf(ended_at) - secondsOf(started_at),
  ],
  ofStages(
    'trackrecord_last_run_stage_seconds',
    'Duration of each stage of the last run, in seconds.',
    ({ seconds }) => seconds,
  ),
  ofStages(
    'trackrecord_last_run_stage_cpu_seconds',
    'CPU time of each stage of the last run, in seconds.',
    ({ cpuSeconds }) => cpuSeconds,
  ),
  ofStages(
    'trackrecord_last_run_stage_peak_bytes',
    'Peak resident memory of the last run until the end of each stage, in bytes.',
    // A stage that was not entered has no peak.
    ({ peakMegabytes }) => (peakMegabytes === 0 ? undefined : peakMegabytes * 2 ** 20),
  ),
  ofStages(
    'trackrecord_last_run_stage_rows',
    'Rows that the last run loaded (stage load), or trades it processed (statistics, write).',
    ({ rows }) => rows,
  ),
  ofStages(
    'trackrecord_last_run_stage_accounts',
    'Accounts and portfolios that the last run processed, by stage.',
    ({ accounts }) => accounts,
  ),
  [
    'trackrecord_last_run_rows',
    'Rows of the last run by outcome: loaded or rejected.',
    ({ rows_loaded, rows_rejected }) => ({ loaded: rows_loaded, rejected: rows_rejected }),
    'outcome',
  ],
  [
    'trackrecord_last_run_files_failed',
    'Files that the last run could not read.',
    ({ files_failed }) => files_failed,
  ],
  [
    'trackrecord_last_run_accounts',
    'Accounts and portfolios that the last run computed.',
    ({ accounts_computed }) => accounts_computed,
  ],
];

/** Gauges of the age of the figures, and of what is held back or lacking. */
export const gaugesOfFreshness: readonly GaugeRow<Freshness>[] = [
  [
    'trackrecord_calendar_lacks',
    '1 if the calendar lacks events of the coming 7 days, or actual values; absent without a calendar.',
    (freshness) => {
      const lacking = freshness.calendarLacks()?.map(({ name }) => name);
      return (
        lacking && Object.fromEntries(lackNames.map((name) => [name, +lacking.includes(name)]))
      );
    },
    'lack',
  ],
  [
    'trackrecord_accounts_waiting',
    "Accounts whose new data can't be loaded.",
    (freshness) => freshness.waitingCount(),
  ],
  [
    'trackrecord_accounts_held_back',
    'Accounts and portfolios that are not published because their newest data fails a check.',
    (freshness) => freshness.withheldCount(),
  ],
  [
    'trackrecord_snapshot_age_seconds',
    'Seconds since the last run that published; absent if no such run is known.',
    (freshness) => freshness.ageSeconds(),
  ],
];
