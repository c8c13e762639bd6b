import { Gauge, type Registry } from 'prom-client';
import type { StageCost } from '../../pipeline/base/stages.ts';
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

/** A figure of every stage that has it. */
const ofStages = (
  stages: RunRecord['stages'],
  read: (cost: StageCost) => number | undefined,
): readonly Figure[] =>
  Object.entries(stages ?? {}).flatMap(([stage, cost]): Figure[] => {
    const value = read(cost);
    return value === undefined ? [] : [[{ stage }, value]];
  });

/** A stage that was never entered has no peak. */
const peakBytes = ({ peakMegabytes }: StageCost): number | undefined =>
  peakMegabytes === 0 ? undefined : peakMegabytes * 2 ** 20;

/** What the log of runs says of the last one. */
const ofLastRun: readonly Metric[] = [
  {
    name: 'trackrecord_last_run_timestamp_seconds',
    help: 'Unix seconds at which the last run ended.',
    labelNames: [],
    figures: ({ ended_at }) => [[{}, secondsOf(ended_at)]],
  },
  {
    name: 'trackrecord_last_run_published',
    help: '1 where the last run published, 0 where it failed.',
    labelNames: [],
    figures: ({ outcome }) => [[{}, outcome === 'published' ? 1 : 0]],
  },
  {
    name: 'trackrecord_last_run_seconds',
    help: 'Seconds that the last run took.',
    labelNames: [],
    figures: ({ started_at, ended_at }) => [[{}, secondsOf(ended_at) - secondsOf(started_at)]],
  },
  {
    name: 'trackrecord_last_run_stage_seconds',
    help: 'Seconds in which the last run, failed or not, waited for each stage.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ seconds }) => seconds),
  },
  {
    name: 'trackrecord_last_run_stage_cpu_seconds',
    help: 'Seconds of all processors in that time.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ cpuSeconds }) => cpuSeconds),
  },
  {
    name: 'trackrecord_last_run_stage_peak_bytes',
    help: 'Highest resident memory of the last run by the end of each stage it came to.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, peakBytes),
  },
  {
    name: 'trackrecord_last_run_stage_rows',
    help: 'Rows that the last run read in load; trades of the accounts in statistics and write.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ rows }) => rows),
  },
  {
    name: 'trackrecord_last_run_stage_accounts',
    help: 'Accounts and portfolios that statistics and write of the last run did.',
    labelNames: ['stage'],
    figures: ({ stages }) => ofStages(stages, ({ accounts }) => accounts),
  },
  {
    name: 'trackrecord_last_run_rows',
    help: 'Rows of the last run, loaded and rejected.',
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

/** A gauge without labels would be 0 where it says nothing. */
function forget(gauge: Gauge, labelNames: readonly string[]): void {
  if (labelNames.length === 0) gauge.remove();
  else gauge.reset();
}

/** Shows the last run and the age of what it published. */
export function createRunMetrics(registry: Registry, freshness: Freshness): void {
  for (const { name, help, labelNames, figures } of ofLastRun) {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        forget(this, labelNames);
        const run = freshness.lastRun();
        for (const [labels, value] of run ? figures(run) : []) this.set({ ...labels }, value);
      },
    });
  }
  new Gauge({
    name: 'trackrecord_accounts_waiting',
    help: "Accounts of which something sent in can't be taken up.",
    registers: [registry],
    collect() {
      forget(this, []);
      const waiting = freshness.waiting();
      if (waiting !== null) this.set(waiting);
    },
  });
  new Gauge({
    name: 'trackrecord_accounts_held_back',
    help: 'Accounts and portfolios whose newest facts fail a check and are not published.',
    registers: [registry],
    collect() {
      forget(this, []);
      const held = freshness.heldBack();
      if (held !== null) this.set(held);
    },
  });
  new Gauge({
    name: 'trackrecord_snapshot_age_seconds',
    help: 'Seconds since the last run that published; absent where none is known.',
    registers: [registry],
    collect() {
      forget(this, []);
      const age = freshness.ageSeconds();
      if (age !== null) this.set(age);
    },
  });
}
