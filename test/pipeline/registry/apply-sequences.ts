import { CommandError } from '../../../pipeline/base/errors.ts';
import { applyRegistry, checkRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { type Change, shownLine } from '../../../pipeline/registry/changes.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { randomFrom } from '../../promises/privacy/random.ts';
import { firstFile, randomFile } from './random-files.ts';
import { cutsMovedBack, type Dump, movedAccounts, newlySeen } from './strangers-view.ts';

export interface Tally {
  files: number;
  refused: number;
  /**
   * Number of things that strangers saw for the first time, and of accounts that got another owner.
   */
  shown: number;
  moved: number;
  faults: string[];
}

/**
 * Applies random files to one registry, one after the other. Compares what strangers see after
 * each.
 */
export async function applySequence(
  registry: Registry,
  seed: number,
  files: number,
): Promise<Tally> {
  const random = randomFrom(seed);
  const tally: Tally = { files: 0, refused: 0, shown: 0, moved: 0, faults: [] };
  const fault = (text: string, file: object) =>
    tally.faults.push(`seed ${seed}, file ${tally.files}: ${text}: ${JSON.stringify(file)}`);
  await applyRegistry(registry, firstFile);
  for (; tally.files < files; tally.files += 1) {
    const file = randomFile(random);
    const before = await dumpRegistry(registry);
    const foreseen = await outcome(checkRegistry(registry, file));
    if (!isSame(await dumpRegistry(registry), before)) fault('a check changed something', file);
    const audited = (await readAudit(registry)).length;
    const found = await outcome(applyRegistry(registry, file));
    const after = await dumpRegistry(registry);
    if (!isSame(foreseen, found)) fault('the check foresaw otherwise', file);
    const trail = (await readAudit(registry)).slice(audited).map(bare);
    if (!isSame(trail, found === null ? [] : found.map(bare))) fault('audited otherwise', file);
    if (found === null) {
      tally.refused += 1;
      if (!isSame(before, after)) fault('refused and yet applied', file);
      continue;
    }
    if (isSame(before, after) && found.length > 0) fault('said what did not happen', file);
    if (!isSame(before, after) && found.length === 0) fault('changed without a word', file);
    tally.shown += newlySeen(before, after).length;
    tally.moved += movedAccounts(before, after).length;
    for (const text of unsaid(before, after, found)) fault(text, file);
    for (const text of [
      ...touched(before.owners, after.owners, file.owners),
      ...touched(before.accounts, after.accounts, file.accounts),
    ]) {
      fault(text, file);
    }
  }
  return tally;
}

/** Lists accounts that became visible, or lost their cut, without a line that says so. */
function unsaid(before: Dump, after: Dump, changes: readonly Change[]): string[] {
  const lines = changes.filter(({ shows }) => shows !== null).map(shownLine);
  const things = newlySeen(before, after).filter(
    ({ slugs, words }) =>
      !slugs.some((slug) =>
        lines.some(
          (line) => line.split(' ')[1] === slug && words.some((word) => line.includes(word)),
        ),
      ),
  );
  const moved = movedAccounts(before, after).filter(
    (slug) => !lines.some((line) => line.includes(` ${slug} belongs to `)),
  );
  return [
    ...things.map(({ thing }) => `${thing} is shown without a line`),
    ...moved.map((slug) => `${slug} moved without a line`),
    ...cutsMovedBack(before, after).map((slug) => `the cut of ${slug} moved back`),
  ];
}

/** Lists keys with a new value that no entry of the file sets. */
function touched(
  before: readonly Named[],
  after: readonly Named[],
  entries: readonly Named[],
): string[] {
  const saying = new Map(entries.map((entry) => [entry.slug, flat(entry)]));
  const were = new Map(before.map((entry) => [entry.slug, flat(entry)]));
  return after.flatMap((entry) =>
    [...flat(entry)].flatMap(([key, value]) => {
      const isSaid = saying.get(entry.slug)?.has(key) ?? false;
      const stands = isSame(were.get(entry.slug)?.get(key), value);
      return isSaid || stands ? [] : [`${key} of ${entry.slug} is other, which nobody said`];
    }),
  );
}

interface Named {
  readonly slug: string;
}

/** Lists the keys and values of an entry. Each badge is a key of its own. */
const flat = ({ ...entry }: Named & { readonly verified?: object }): Map<string, unknown> =>
  new Map(
    [...Object.entries(entry), ...Object.entries(entry.verified ?? {})].filter(
      ([key]) => key !== 'verified',
    ),
  );

const bare = ({ kind, entry, field, from, to, shows }: Change) => ({
  kind,
  entry,
  field,
  from,
  to,
  shows,
});

const isSame = (first: unknown, second: unknown) =>
  JSON.stringify(first) === JSON.stringify(second);

async function outcome(
  work: Promise<{ readonly changes: readonly Change[] }>,
): Promise<readonly Change[] | null> {
  try {
    return (await work).changes;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}
