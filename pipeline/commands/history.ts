import type { Restatements } from '../../sql/record/restatements.ts';
import { CommandError, exitCodes, UsageError } from '../base/errors.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import { type MarkEvent, readMarkHistory } from '../registry/mark-history.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { restatementsFor } from '../shown/restatements.ts';
import { withInstallation } from './installation.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface HistoryOptions {
  readonly slug?: string;
  readonly json?: boolean;
}

/**
 * Tells what was restated of an account or portfolio since it is published, and what happened to
 * its badges. Both newest first.
 */
export async function historyCommand(
  config: Config,
  { slug = '', json }: HistoryOptions,
  io: CommandIo,
): Promise<number> {
  const { entry, marks } = await withRegistry(config, io, async (registry) => ({
    entry: entryIn(await registry.accounts(), slug),
    marks: await readMarkHistory(registry, slug),
  }));
  const history = await readHistory(config, entry);
  if (history === null) throw new CommandError(`${slug}: no run has published it yet`);
  if (json) io.stdout(JSON.stringify({ ...history, marks }));
  else for (const line of [...linesOf(slug, history), ...marks.map(markLine)]) io.stdout(line);
  return exitCodes.done;
}

function entryIn(accounts: readonly RegistryAccount[], slug: string): RegistryAccount {
  const entry = accounts.find((account) => account.slug === slug);
  if (!entry) {
    throw new UsageError(`${slug}: no account or portfolio has that slug`);
  }
  return entry;
}

async function readHistory(config: Config, entry: RegistryAccount): Promise<Restatements | null> {
  const part = await withInstallation(config, ({ readPart }) => readPart(entry, 'restatements'));
  return part ? restatementsFor(part.toString(), new Set()) : null;
}

function linesOf(slug: string, { since, count, last_found_at, restatements }: Restatements) {
  const head =
    count === 0
      ? `${slug}: never restated since ${since}`
      : `${slug}: ${withNoun(count, 'restatement')} since ${since}, the last on ${last_found_at?.slice(0, 10)}`;
  return [head, ...restatements.map(lineOf)];
}

type Restatement = Restatements['restatements'][number];

function lineOf(restatement: Restatement): string {
  const { found_at, version, kind, facts, first_day, days_affected } = restatement;
  const { profit_before, profit_after, twr_before, twr_after } = restatement;
  const days = days_affected === 1 ? '1 day' : `${days_affected} days from`;
  const where = first_day === null ? '' : `, ${days} ${first_day}`;
  const what = facts.length > 0 ? ` ${facts.join(', ')}` : '';
  const profit = changed('profit', profit_before, profit_after, '');
  const twr = changed('return', twr_before, twr_after, ' %');
  return `${found_at}  version ${version}  ${kind}${what}${where}${profit}${twr}`;
}

const changed = (
  name: string,
  before: number | null,
  after: number | null,
  unit: string,
): string =>
  before === null && after === null
    ? ''
    : `; ${name} ${before ?? 'unknown'} to ${after ?? 'unknown'}${unit}`;

const badgeNames = { identity: 'identity', track_record: 'track record' } as const;

const eventWords: Readonly<Record<MarkEvent['event'], string>> = {
  given: 'confirmed',
  removed: 'no longer confirmed',
  lapsed: 'lapsed',
  read: 'read from the broker',
  unread: 'no longer read from the broker alone',
};

function markLine({ at, badge, event, by, how, covered }: MarkEvent): string {
  const who = event === 'given' && by !== null ? ` by ${by}` : '';
  const covers = covered === null ? '' : `, covered version ${covered}`;
  return `${at}  badge ${badgeNames[badge]} ${eventWords[event]}${who}${covers}${how === null ? '' : `: ${how}`}`;
}
