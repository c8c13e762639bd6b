import { exitCodes } from '../base/errors.ts';
import { verifyCalendar } from '../calendar/snapshot.ts';
import type { Config } from '../config/config.ts';
import { heldBackLines } from '../run/held-back.ts';
import { verifySnapshot } from '../run/verify.ts';
import { type VerifiedChain, verifyChain } from '../snapshot/verify-chain.ts';
import type { CommandIo } from './io.ts';

export interface VerifyOptions {
  readonly chain?: boolean;
}

/**
 * Re-reads the published snapshot and compares its totals with the warehouse; 1 on a fault, 3 where
 * the warehouse is only behind, and who is held back is told. On request proves the chain of versions.
 */
export async function verifyCommand(
  { dataDir, memoryLimit }: Config,
  { chain: withChain = false }: VerifyOptions,
  io: CommandIo,
): Promise<number> {
  const { version, files, bytes, accounts, trades, faults, behind, heldBack } =
    await verifySnapshot(dataDir, { memoryLimit: memoryLimit ?? undefined });
  const calendar = verifyCalendar(dataDir);
  if (calendar?.fault) faults.push(calendar.fault);
  const chain = withChain ? verifyChain(dataDir) : null;
  for (const fault of [...faults, ...(chain?.faults ?? [])]) io.stderr(fault);
  if (faults.length + (chain?.faults.length ?? 0) > 0) return exitCodes.failed;
  const agree = behind === null ? '; totals agree with the warehouse' : '';
  io.stdout(
    `version ${version} is whole: ${files} files, ${bytes} bytes, ${accounts} accounts, ${trades} trades${agree}`,
  );
  if (calendar) io.stdout(`calendar ${calendar.version} is whole: ${calendar.events} events`);
  if (chain) io.stdout(chainLine(chain));
  for (const line of heldBackLines(heldBack, Number.POSITIVE_INFINITY)) io.stdout(line);
  if (behind === null) return exitCodes.done;
  io.stderr(behind);
  return exitCodes.partly;
}

const chainLine = ({ publications, since, end }: VerifiedChain): string =>
  end === null
    ? 'no chain of versions yet; the next version begins it'
    : `chain of ${publications} ${publications === 1 ? 'publication' : 'publications'} since ${since} is whole, it ends with ${end}`;
