import type { CommandIo } from '../../pipeline/commands/io.ts';
import type { Config } from '../../pipeline/config.ts';
import { CommandError } from '../../pipeline/errors.ts';

export async function serveCommand(
  _config: Config,
  _options: object,
  _io: CommandIo,
): Promise<number> {
  throw new CommandError('serve: not available in this version');
}
