/** Stages of a run, in order. */
export const stageNames = ['load', 'statistics', 'write', 'publish', 'warehouse'] as const;
export type StageName = (typeof stageNames)[number];

/** What a stage took: time, that of all processors, and the highest resident memory by its end. */
export interface StageCost {
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
}

export type StageCosts = Record<StageName, StageCost>;

/** Adds up what each stage takes, however often it is entered. */
export class Stages {
  readonly costs: StageCosts = {
    load: { seconds: 0, cpuSeconds: 0, peakMegabytes: 0 },
    statistics: { seconds: 0, cpuSeconds: 0, peakMegabytes: 0 },
    write: { seconds: 0, cpuSeconds: 0, peakMegabytes: 0 },
    publish: { seconds: 0, cpuSeconds: 0, peakMegabytes: 0 },
    warehouse: { seconds: 0, cpuSeconds: 0, peakMegabytes: 0 },
  };

  async time<Result>(stage: StageName, work: () => Promise<Result> | Result): Promise<Result> {
    const start = performance.now();
    const before = process.cpuUsage();
    try {
      return await work();
    } finally {
      const cost = this.costs[stage];
      cost.seconds += (performance.now() - start) / 1000;
      const { user, system } = process.cpuUsage(before);
      cost.cpuSeconds += (user + system) / 1e6;
      cost.peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    }
  }
}
