/** Stages of a run, in order. */
export const stageNames = ['load', 'statistics', 'write', 'publish', 'warehouse'] as const;
export type StageName = (typeof stageNames)[number];

/** What a stage took: time, and the highest resident memory of the process by its end. */
export interface StageCost {
  seconds: number;
  peakMegabytes: number;
}

export type StageCosts = Record<StageName, StageCost>;

/** Adds up what each stage takes, however often it is entered. */
export class Stages {
  readonly costs: StageCosts = {
    load: { seconds: 0, peakMegabytes: 0 },
    statistics: { seconds: 0, peakMegabytes: 0 },
    write: { seconds: 0, peakMegabytes: 0 },
    publish: { seconds: 0, peakMegabytes: 0 },
    warehouse: { seconds: 0, peakMegabytes: 0 },
  };

  async time<Result>(stage: StageName, work: () => Promise<Result> | Result): Promise<Result> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      const cost = this.costs[stage];
      cost.seconds += (performance.now() - start) / 1000;
      cost.peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    }
  }
}
