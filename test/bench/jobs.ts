/**
 * Jobs that benches do in their own processes. Options and results are JSON. A process loads no
 * code of other jobs, because that would add to its peak memory.
 */
export const jobs = {
  generateBench: async () => (await import('./generate.ts')).generateBench,
  registerAll: async () => (await import('./measured-run.ts')).registerAll,
  runsOf: async () => (await import('./measured-run.ts')).runsOf,
  writeSample: async () => (await import('./peers/sample.ts')).writeSample,
  differencesOf: async () => (await import('./peers/agreement.ts')).differencesOf,
  writeEntriesWorld: async () => (await import('./entries.ts')).writeEntriesWorld,
  heldForEntries: async () => (await import('./entries.ts')).heldForEntries,
  fillInbox: async () => (await import('./deals-of-one.ts')).fillInbox,
  readLongHistory: async () => (await import('./brokers/long-history.ts')).readLongHistory,
  windowSum: async () => (await import('./window-sum.ts')).windowSum,
};
export type Jobs = {
  readonly [Name in keyof typeof jobs]: Awaited<ReturnType<(typeof jobs)[Name]>>;
};
