import { existsSync, readFileSync } from 'node:fs';

/** Processor time and memory of a process and the processes that it started. */
export interface ProcessUse {
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

const ticksPerSecond = 100;

/** Reads the use of each process: the process itself, then those that it started. */
export function readUses(id: number | undefined): ProcessUse[] {
  const path = `/proc/${id}/stat`;
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const status = readFileSync(`/proc/${id}/status`, 'utf8');
  const megabytes = Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim();
  return [
    { cpuSeconds: ticks / ticksPerSecond, megabytes },
    ...children
      .split(' ')
      .filter(Boolean)
      .flatMap((child) => readUses(Number(child))),
  ];
}

/** Adds up the processor time of processes. */
export const cpuOf = (uses: readonly ProcessUse[]): number =>
  uses.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
