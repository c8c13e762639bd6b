import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const lower = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of this process and of those that it starts, so that the server goes first. A
 * priority that is lower already stays. Where the system forbids it, as containers may, nothing
 * happens.
 */
export function giveWay(): void {
  if (getPriority() >= lower) return;
  // Linux has a priority for each thread. A new thread inherits it, such as one of DuckDB's.
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), lower);
    } catch {
      // It is forbidden, or the thread has ended.
    }
  }
}
