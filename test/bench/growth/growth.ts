import { hundredths, times, whole } from '../figures.ts';
import { spreadLimits } from '../limits.ts';
import { describeMachine } from '../machine.ts';
import type { BenchSettings } from '../settings.ts';
import { measureGrowth } from './measure.ts';
import { onPaper, slopeOf } from './on-paper.ts';
import { far, growthReport, hours } from './report.ts';

/** Measures full runs by trades and by accounts, and estimates one that is far larger. */
export async function growth(settings: BenchSettings): Promise<void> {
  const { memoryLimits, rounds, print, note } = settings;
  const measured = await measureGrowth(settings);
  const conditions = `${await describeMachine()}.\nThe memory limit is ${memoryLimits[0]}; values are the median of ${rounds}`;
  print(growthReport(measured, conditions));
  for (const point of new Set([...measured.trades, ...measured.accounts])) {
    note(
      `${whole(point.trades)} trades of ${whole(point.accounts)} accounts`,
      `${hundredths(point.seconds)} s, ${hundredths(point.cpuSeconds)} CPU s, ${whole(point.peakMegabytes)} MB`,
    );
  }
  const few = measured.accounts.find(({ accounts }) => accounts === 1_000);
  for (const { accounts, cpuSeconds } of measured.accounts) {
    const limit = spreadLimits[accounts];
    if (!few || limit === undefined) continue;
    note(
      `the same trades of ${whole(accounts)} accounts`,
      `${times(cpuSeconds / few.cpuSeconds)} the processor of 1,000 accounts`,
      times(limit),
    );
  }
  const seconds = onPaper(
    slopeOf(measured, (point) => point.cpuSeconds),
    far,
  );
  note(
    `on paper: ${whole(far.trades)} trades of ${whole(far.accounts)} accounts`,
    `${hours(seconds)} of processor`,
  );
}
