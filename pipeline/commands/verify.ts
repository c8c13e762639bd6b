import { exitCodes } from '../base/errors.ts';
import { withNoun } from '../base/with-noun.ts';
import { verifyCalendar } from '../calendar/snapshot.ts';
import type { Config } from '../config/config.ts';
import type { VerifiedChain } from '../publish/snapshot/verify-chain.ts';
import { type Verification, verifySnapshot } from '../run/verify.ts';
import { verifyMarks } from '../run/verify-marks.ts';
import { withheldLines } from '../run/withheld.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface VerifyOptions {
  readonly chain?: boolean;
}

/**
 * Checks the published snapshot and compares its totals with the warehouse. Checks every needed
 * object of a shared store too, and the chain of versions on request.
 * Returns 1 on a fault, and 3 if only the warehouse is behind. Prints the withheld accounts.
 */
export async function verifyCommand(
  config: Config,
  { chain: withChain = false }: VerifyOptions,
  io: CommandIo,
): Promise<number> {
  const { dataDir } = config;
  const { stored, chains } = await withInstallation(config, async (installation) => ({
    stored: await installation.verifyStore(),
    chains: withChain ? await installation.verifyChains() : [],
  }));
  const local = stored.hasOwnVersion ? await verifyOwn(config) : null;
  const faults = [...stored.faults, ...(local?.faults ?? [])];
  const calendar = verifyCalendar(dataDir);
  if (calendar?.fault) faults.push(calendar.fault);
  faults.push(...chains.flatMap((chain) => chain.faults));
  if (withChain) {
    const marks = chains.flatMap((chain) => chain.marks);
    faults.push(
      ...(await withRegistry(config, io, (registry) => verifyMarks({ marks }, registry))),
    );
  }
  for (const fault of faults) io.stderr(fault);
  if (faults.length > 0) return exitCodes.failed;
  for (const line of stored.lines) io.stdout(line);
  if (local) io.stdout(ownLine(local));
  if (calendar) io.stdout(`calendar ${calendar.version} is whole: ${calendar.events} events`);
  for (const chain of chains) {
    io.stdout(chainLine(chain));
    for (const removal of chain.removals) io.stdout(removalLine(removal));
  }
  for (const line of withheldLines(local?.heldBack ?? [], Number.POSITIVE_INFINITY))
    io.stdout(line);
  if (!local?.behind) return exitCodes.done;
  io.stderr(local.behind);
  return exitCodes.partly;
}

const verifyOwn = ({ dataDir, memoryLimit }: Config): Promise<Verification> =>
  verifySnapshot(dataDir, { memoryLimit: memoryLimit ?? undefined });

function ownLine({ version, files, bytes, accounts, trades, behind }: Verification): string {
  const agree = behind === null ? '; totals agree with the warehouse' : '';
  return `version ${version} is whole: ${files} files, ${bytes} bytes, ${withNoun(accounts, 'account')}, ${withNoun(trades, 'trade')}${agree}`;
}

const removalLine = ({ version, as_of, removed = 0 }: VerifiedChain['removals'][number]): string =>
  `${as_of}  version ${version} removed ${removed === 1 ? '1 account or portfolio' : `${removed} accounts and portfolios`} that owners had deleted`;

const chainLine = ({ publications, since, end }: VerifiedChain): string =>
  end === null
    ? 'no chain of versions yet; the next version begins it'
    : `chain of ${publications} ${publications === 1 ? 'publication' : 'publications'} since ${since} is whole, it ends with ${end}`;
