import { Gauge, type Registry } from 'prom-client';
import type { StageCost } from '../../pipeline/base/stages.ts';
import { lackNames } from '../../pipeline/calendar/lacks.ts';
import type { RunRecord } from '../../pipeline/run/run-log.ts';
import type { Freshness } from './freshness.ts';

type Figure = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly figures: (run: RunRecord) => readonly Figure[];
}

const secondsOf = (instant: string): number => Date.parse(instant) / 1000;

/** Returns the figure of every stage; stages without it are left out. */
const ofStages = (
  stages: RunRecord['stages'],
  read: (cost: StageCost) => number | undefined,
): readonly Figure[] =>
  Object.entries(stages ?? {}).flatMap(([stage, cost]): Figure[] => {
    const value = read(cost);
    return value === undefined ? [] : [[{ stage }, value]];
  });

/** Returns the peak memory of a stage in bytes; undefined if the stage was not entered. */
const peakBytes = ({ peakMegabytes }: StageCost): number | undefined =>
  peakMegabytes === 0 ? undefined : peakMegabytes * 2 ** 20;

/** Metrics of the last run. */
const ofLastRun: readonly Metric[] = [
  {
    name: 'trackrecord_last_run_timestamp_seconds',
    help: 'End of the last run, in Unix seconds.',
    labelNames: [],
    figures: ({ ended_at }) => [[{}, secondsOf(ended_at)]],
  },
  {
    name: 'trackrecord_last_run_published',
    help: '1 if the last run published, 0 if it failed.',
    labelNames: [],
    figures: ({ outcome }) => [[{}, outcome === 'published' ? 1 : 0]],
  },
  {
    name: 'trackrecord_last_run_seconds',
    help: 'Duration of the last run, in seconds.',
    labelNames: [],
    figures: ({ started_at, ended_at }) => [[{}, secondsOf(ended_at) - secondsOf(started_at)]],
  },
  {
    name: 'trackrecord_last_run_stage_seconds',
    help: 'Duration of each stage of the last run, in seconds.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ seconds }) => seconds),
  },
  {
    name: 'trackrecord_last_run_stage_cpu_seconds',
    help: 'CPU time of each stage of the last run, in seconds.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ cpuSeconds }) => cpuSeconds),
  },
  {
    name: 'trackrecord_last_run_stage_peak_bytes',
    help: 'Peak resident memory of the last run until the end of each stage, in bytes.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, peakBytes),
  },
  {
    name: 'trackrecord_last_run_stage_rows',
    help: 'Rows that the last run loaded (stage load), or trades it processed (statistics, write).',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ rows }) => rows),
  },
  {
    name: 'trackrecord_last_run_stage_accounts',
    help: 'Accounts and portfolios that the last run processed, by stage.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ accounts }) => accounts),
  },
  {
    name: 'trackrecord_last_run_rows',
    help: 'Rows of the last run by outcome: loaded or rejected.',
    labelNames: ['outcome'],
    figures: ({ rows_loaded, rows_rejected }) => [
      [{ outcome: 'loaded' }, rows_loaded],
      [{ outcome: 'rejected' }, rows_rejected],
    ],
  },
  {
    name: 'trackrecord_last_run_files_failed',
    help: 'Files that the last run could not read.',
    labelNames: [],
    figures: ({ files_failed }) => [[{}, files_failed]],
  },
  {
    name: 'trackrecord_last_run_accounts',
    help: 'Accounts and portfolios that the last run computed.',
    labelNames: [],
    figures: ({ accounts_computed }) => [[{}, accounts_computed]],
  },
];

/** Metrics of the present state. Null values are left out. */
const ofNow: readonly (readonly [string, string, (freshness: Freshness) => number | null])[] = [
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

const ofCalendar = {
  name: 'trackrecord_calendar_lacks',
  help: '1 if the calendar lacks events of the coming 7 days, or actual values; absent without a calendar.',
  labelNames: ['lack'],
};

/** Registers the metrics of the last run, the age of the figures and what the calendar lacks. */
export function createRunMetrics(registry: Registry, freshness: Freshness): void {
  const register = (
    { name, help, labelNames }: Omit<Metric, 'figures'>,
    read: () => readonly Figure[],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        // A gauge without labels would otherwise show 0 while its value is unknown.
        if (labelNames.length === 0) this.remove();
        else this.reset();
        for (const [labels, value] of read()) this.set({ ...labels }, value);
      },
    });
  for (const metric of ofLastRun) {
    register(metric, () => {
      const run = freshness.lastRun();
      return run ? metric.figures(run) : [];
    });
  }
  register(ofCalendar, () => {
    const lacking = freshness.calendarLacks();
    if (lacking === null) return [];
    return lackNames.map((name) => [
      { lack: name },
      lacking.some((lack) => lack.name === name) ? 1 : 0,
    ]);
  });
  for (const [name, help, read] of ofNow) {
    register({ name, help, labelNames: [] }, () => {
      const value = read(freshness);
      return value === null ? [] : [[{}, value]];
    });
  }
}
