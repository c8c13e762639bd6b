import { exitCodes } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import { exportMarts } from '../export/export.ts';
import { parseCompression, parseFormats, parseNumberType } from '../export/formats.ts';
import type { CommandIo } from './io.ts';
import { isWatched, withProgress } from './progress.ts';

interface ExportOptions {
  readonly out: string;
  readonly format?: string;
  readonly compression?: string;
  readonly numbers?: string;
}

/** Writes every mart as files for researchers, and a line for each file. */
export async function exportCommand(
  config: Config,
  { out, format, compression, numbers }: ExportOptions,
  io: CommandIo,
): Promise<number> {
  const {
    dataDir: { warehouse },
    memoryLimit,
    threads,
  } = config;
  const formats = parseFormats(format);
  const packed = parseCompression(compression);
  const numberType = parseNumberType(numbers);
  const files = await withProgress(createLog(config), isWatched(config, io), (log) =>
    exportMarts({
      warehouse,
      out,
      formats,
      compression: packed,
      numbers: numberType,
      memoryLimit: memoryLimit ?? undefined,
      threads: threads ?? undefined,
      log,
    }),
  );
  for (const { name, rows } of files) io.stdout(`${name}: ${withNoun(rows, 'row')}`);
  return exitCodes.done;
}
