import { spawnSync } from 'node:child_process';
import type { Log } from '../base/log.ts';
import type { SettingTexts } from '../config/config.ts';

const timeoutMilliseconds = 30_000;

/** What an operator's command is told of a run that failed. */
export interface Failure {
  readonly exitCode: number;
  readonly reason: string;
}

/** Calls the operator's command with the failure in its environment; its own failure is logged. */
export function raiseAlarm(
  command: string,
  { exitCode, reason }: Failure,
  env: SettingTexts,
  log: Log,
): void {
  const { status, error, signal } = spawnSync('/bin/sh', ['-c', command], {
    env: { ...env, TRACKRECORD_EXIT_CODE: String(exitCode), TRACKRECORD_ERROR: reason },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: timeoutMilliseconds,
  });
  if (status === 0) return;
  const why = error?.message ?? signal ?? `exit code ${status}`;
  // Not the command: it may hold a token.
  log.error('TRACKRECORD_ON_FAILURE: the command failed itself', { reason: why });
}
