import type { CommandIo } from '../../pipeline/commands/io.ts';
import type { Config } from '../../pipeline/config.ts';
import { CommandError } from '../../pipeline/errors.ts';

export interface ScheduleOptions {
  readonly source?: readonly string[];
}

export async function scheduleCommand(
  _config: Config,
  _options: ScheduleOptions,
  _io: CommandIo,
): Promise<number> {
  throw new CommandError('schedule: not available in this version');
}
