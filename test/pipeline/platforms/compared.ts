import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  type SourcePart,
  writeSourceFiles,
} from '../../../pipeline/platforms/source/source-files.ts';
import type { SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { compareSource } from '../../../pipeline/reconcile/compare-source.ts';
import type { ComparedFigure } from '../../../pipeline/reconcile/compared-figures.ts';

/**
 * Compares every figure that imported accounts print with ours. The accounts need different ids.
 */
export async function comparedIn(
  directory: string,
  parts: readonly SourcePart[],
): Promise<ComparedFigure[]> {
  const out = mkdtempSync(join(directory, 'compared-'));
  await writeSourceFiles(out, parts);
  return compareSource(
    out,
    parts.map(({ id }) => id),
  );
}

/**
 * Lists printed figures of one import that differ from its rows, such as `balance: 1011, ours
 * 1010`.
 */
export async function differencesIn(directory: string, tables: SourceRows): Promise<string[]> {
  const compared = await comparedIn(directory, [{ id: 'one', tables }]);
  return compared
    .filter(({ agrees }) => agrees === false)
    .map(({ figure, printed, ours }) => `${figure}: ${printed}, ours ${ours}`);
}

/** Collects the rows of many imports, to compare them all at once. */
export class ImportsToCompare {
  readonly #parts: SourcePart[] = [];

  /** Adds an import. Its account needs an id that no import before has. */
  add(tables: SourceRows): void {
    const [account] = tables.accounts ?? [];
    if (account !== undefined) this.#parts.push({ id: account.account_id, tables });
  }

  /**
   * Lists the figures that differ, by account. `only` names the figures that the made-up export
   * computes correctly.
   */
  async differences(
    directory: string,
    only?: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const byAccount = new Map<string, string[]>();
    for (const { account_id, agrees, figure, printed, ours } of await comparedIn(
      directory,
      this.#parts,
    )) {
      if (agrees !== false || only?.includes(figure) === false) continue;
      byAccount.set(account_id, [
        ...(byAccount.get(account_id) ?? []),
        `${figure}: ${printed}, ours ${ours}`,
      ]);
    }
    return byAccount;
  }
}
