import type { Config } from '../config.ts';
import { CommandError } from '../errors.ts';
import type { CommandIo } from './io.ts';

export interface ExportOptions {
  readonly out: string;
  readonly format?: string;
}

export async function exportCommand(
  _config: Config,
  _options: ExportOptions,
  _io: CommandIo,
): Promise<number> {
  throw new CommandError('export: not available in this version');
}
