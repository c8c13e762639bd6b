import { withNoun } from '../base/counted.ts';
import { exitCodes } from '../base/errors.ts';
import { verifyCalendar } from '../calendar/snapshot.ts';
import type { Config } from '../config/config.ts';
import { withShared } from '../publish/snapshot/shared.ts';
import { type VerifiedChain, verifyChain } from '../publish/snapshot/verify-chain.ts';
import { heldBackLines } from '../run/held-back.ts';
import { type Verification, verifySnapshot } from '../run/verify.ts';
import type { CommandIo } from './io.ts';
import { verifySharedChain } from './shared-chain.ts';
import { verifyShared } from './shared-verify.ts';

export interface VerifyOptions {
  readonly chain?: boolean;
}

/**
 * Re-reads the published snapshot and compares its totals with the warehouse; 1 on a fault, 3 where
 * the warehouse is only behind, and who is held back is told. Where machines share a store, every
 * object that is needed there is read too. On request proves the chain of versions.
 */
export async function verifyCommand(
  config: Config,
  { chain: withChain = false }: VerifyOptions,
  io: CommandIo,
): Promise<number> {
  const { dataDir } = config;
  const shared = await verifyShared(config);
  const own = shared.isOfRuns ? await verifyOwn(config) : null;
  const faults = [...shared.faults, ...(own?.faults ?? [])];
  const calendar = verifyCalendar(dataDir);
  if (calendar?.fault) faults.push(calendar.fault);
  const chain = withChain ? await chainOf(config) : null;
  for (const fault of [...faults, ...(chain?.faults ?? [])]) io.stderr(fault);
  if (faults.length + (chain?.faults.length ?? 0) > 0) return exitCodes.failed;
  for (const line of shared.lines) io.stdout(line);
  if (own) io.stdout(ownLine(own));
  if (calendar) io.stdout(`calendar ${calendar.version} is whole: ${calendar.events} events`);
  if (chain) io.stdout(chainLine(chain));
  for (const line of heldBackLines(own?.heldBack ?? [], Number.POSITIVE_INFINITY)) io.stdout(line);
  if (!own?.behind) return exitCodes.done;
  io.stderr(own.behind);
  return exitCodes.partly;
}

/** The chain of all machines where they have one, else that of this machine. */
const chainOf = (config: Config): Promise<VerifiedChain> =>
  withShared(config, async (shared) => {
    const found = shared && (await verifySharedChain(shared, config.dataDir));
    return found ?? verifyChain(config.dataDir);
  });

const verifyOwn = ({ dataDir, memoryLimit }: Config): Promise<Verification> =>
  verifySnapshot(dataDir, { memoryLimit: memoryLimit ?? undefined });

function ownLine({ version, files, bytes, accounts, trades, behind }: Verification): string {
  const agree = behind === null ? '; totals agree with the warehouse' : '';
  return `version ${version} is whole: ${files} files, ${bytes} bytes, ${withNoun(accounts, 'account')}, ${withNoun(trades, 'trade')}${agree}`;
}

const chainLine = ({ publications, since, end }: VerifiedChain): string =>
  end === null
    ? 'no chain of versions yet; the next version begins it'
    : `chain of ${publications} ${publications === 1 ? 'publication' : 'publications'} since ${since} is whole, it ends with ${end}`;
