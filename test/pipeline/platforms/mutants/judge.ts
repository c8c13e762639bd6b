import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../../../fixtures/demo/random.ts';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { createLineValidator } from '../../../../pipeline/connect/validate-lines.ts';
import type { SourceRows } from '../../../../pipeline/platforms/source/source-tables.ts';
import { ImportsToCompare } from '../compared.ts';
import { type ImportedFigures, importFigures } from './import-figures.ts';
import { type Mutant, makeMutant } from './mutants.ts';
import type { Sample } from './samples.ts';
import type { Figures } from './second-reader.ts';

/** Judges mutants: the figures of each are right, or something is said. */
export interface Judge {
  /** Imports a mutant. Returns what is wrong with it, or null if nothing is or `settle` knows. */
  fault(sample: Sample, name: string): Promise<string | null>;
  /** Compares figures that files print with the rows of those that were wrong so far. */
  settle(): Promise<string[]>;
  close(): Promise<void>;
}

interface Fault {
  readonly text: string;
  /** Rows of a file that prints figures, which may tell. */
  readonly tables?: SourceRows;
}

/** Notes that say what an import can't know of a file that was cut off. */
const cutNotes = /could not be noticed|may be cut off/;
const dateNotes = /whether day or month comes first/;

export function createJudge(): Judge {
  const validator = createLineValidator();
  const folder = mkdtempSync(join(tmpdir(), 'trackrecord-mutants-'));
  let count = 0;
  let suspects = new Map<string, string>();
  let printed = new ImportsToCompare();
  return {
    async fault(sample, name) {
      const mutant = makeMutant(sample, createRandom(name));
      const fault = await faultOf(sample, mutant);
      if (fault === null) return null;
      const line = `${name}: ${mutant.changes.join(', ')}: ${fault.text}`;
      if (fault.tables === undefined) return line;
      printed.add(fault.tables);
      suspects.set(fault.tables.accounts?.[0]?.account_id ?? '', line);
      return null;
    },
    async settle() {
      const named = await printed.differences(folder);
      const silent = [...suspects].filter(([id]) => !named.has(id)).map(([, line]) => line);
      suspects = new Map();
      printed = new ImportsToCompare();
      return silent;
    },
    async close() {
      await validator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function faultOf(sample: Sample, mutant: Mutant): Promise<Fault | null> {
    const file = join(folder, `export.${sample.form}`);
    writeFileSync(file, mutant.bytes);
    const map = sample.map && join(folder, 'map.json');
    if (map !== undefined) writeFileSync(map, JSON.stringify(mapFor(sample, mutant)));
    const accountId = sample.isCalendar ? undefined : `MT5:${++count}`;
    try {
      const imported = await importFigures(
        file,
        { format: sample.format, map, accountId },
        validator,
      );
      const { isUnaccounted, complaints } = imported;
      if (isUnaccounted) return { text: `its rows don't add up: ${complaints.join(' / ')}` };
      return silentFault(sample, mutant, imported);
    } catch (error) {
      if (!(error instanceof CommandError)) return { text: `crashes: ${(error as Error).stack}` };
      return /^[^\n]{10,3000}$/.test(error.message) ? null : { text: `says ${error.message}` };
    }
  }
}

function silentFault(
  { unknown }: Sample,
  { right, isCut }: Mutant,
  { figures, complaints, notes, tables }: ImportedFigures,
): Fault | null {
  if (complaints.length > 0) return null;
  const isNoted = notes.some((note) => dateNotes.test(note));
  const left = [...unknown, ...(isNoted ? (['closed', 'times'] as const) : [])];
  const wrong = right.map((each) => differences(figures, each, left));
  const [fewest = []] = wrong.toSorted((first, second) => first.length - second.length);
  if (fewest.length === 0) return null;
  if (isCut && notes.some((note) => cutNotes.test(note))) return null;
  const text = `${fewest.join(', ')}, without a complaint; notes: ${notes.join(' / ')}`;
  return { text, ...((tables.printed_figures ?? []).length > 0 && { tables }) };
}

function differences(
  figures: Figures,
  right: Figures,
  unknown: readonly (keyof Figures)[],
): string[] {
  const names = Object.keys(right) as (keyof Figures)[];
  return names
    .filter((name) => !unknown.includes(name) && figures[name] !== right[name])
    .map((name) => `${name} ${figures[name]} where ${right[name]} stands`);
}

/** A map that says the order of day and month is the user's word, so it goes with the dates. */
function mapFor({ map }: Sample, { hasOtherDates }: Mutant): object {
  if (!hasOtherDates) return map ?? {};
  const { dates, ...rest } = map as { dates?: string };
  return rest;
}
