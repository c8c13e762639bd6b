import { readFileSync } from 'node:fs';

const intervalMilliseconds = 20;

export interface Sightings {
  /** Times at which a job was started, in milliseconds. */
  begun(job: string): number[];
  /** Returns the most processes that did the same job at the same time. */
  maxAtOnce(): number;
  close(): void;
}

/** Watches the jobs that a schedule runs as child processes. */
export function createSightings(schedule: number): Sightings {
  const seen = new Map<string, { readonly job: string; readonly at: number }>();
  let maxAtOnce = 0;
  const timer = setInterval(() => {
    const jobs = childrenOf(schedule).flatMap((id) => {
      const known = seen.get(id)?.job ?? jobOf(id);
      if (known !== null && !seen.has(id)) seen.set(id, { job: known, at: performance.now() });
      return known ?? [];
    });
    for (const job of jobs) {
      maxAtOnce = Math.max(maxAtOnce, jobs.filter((begun) => begun === job).length);
    }
  }, intervalMilliseconds);
  return {
    begun: (job) =>
      [...seen.values()].filter((sighting) => sighting.job === job).map(({ at }) => at),
    maxAtOnce: () => maxAtOnce,
    close: () => clearInterval(timer),
  };
}

/** Returns the longest time between two neighbouring times. */
export const longestBetween = (instants: readonly number[]): number =>
  Math.max(...instants.slice(1).map((at, before) => at - (instants[before] ?? at)));

const childrenOf = (id: number): string[] =>
  readText(`/proc/${id}/task/${id}/children`).split(' ').filter(Boolean);

/** Returns the job of a child process. Null if it is no job, or has not become one yet. */
function jobOf(id: string): string | null {
  const words = readText(`/proc/${id}/cmdline`).split('\0');
  if (!words.includes('run')) return null;
  return words.includes('--calendar') ? 'calendar' : 'accounts';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
