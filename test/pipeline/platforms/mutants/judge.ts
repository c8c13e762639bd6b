import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../../../fixtures/demo/random.ts';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { createLineValidator } from '../../../../pipeline/connect/validate-lines.ts';
import type { SourceRows } from '../../../../pipeline/platforms/source/source-tables.ts';
import { readStatement } from '../../../../pipeline/statements/read.ts';
import { noOptions } from '../../../../pipeline/statements/statement.ts';
import { ImportsToCompare } from '../compared.ts';
import { figuresOf, type ImportedFigures, importFigures, namesZone } from './import-figures.ts';
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
const textNotes = /with an unknown text|say both/;
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
      const atForm =
        isForForm(sample) && count % formEvery === 0 ? await formFault(file, imported) : null;
      return atForm ?? silentFault(sample, mutant, imported);
    } catch (error) {
      if (!(error instanceof CommandError)) return { text: `crashes: ${(error as Error).stack}` };
      return /^[^\n]{10,3000}$/.test(error.message) ? null : { text: `says ${error.message}` };
    }
  }
}

/** One mutant of so many also goes through the form at `/me/add`, which takes longer. */
const formEvery = 150;
/** The form takes no map, and no calendars. */
const isForForm = ({ isCalendar, map, size, format }: Sample): boolean =>
  !isCalendar && map === undefined && format !== 'table' && size < 100_000;

/** Reads a file as the form does, which must say something if the command line does. */
async function formFault(
  file: string,
  { figures, complaints, format }: ImportedFigures,
): Promise<Fault | null> {
  const options = {
    ...noOptions,
    clock: namesZone.test(format) ? '' : 'UTC',
    currency: 'USD',
    number: '1',
    platform: 'MT5',
  };
  try {
    const read = await readStatement(file, { owner: 'ann', name: 'export', options });
    const { warnings, accounts } = read.found;
    if (warnings.length > 0 || accounts.some(({ refused }) => refused > 0)) return null;
    if (complaints.length > 0) return { text: `the form doesn't say ${complaints.join(' / ')}` };
    const [content] = read.contents;
    const tables = Object.entries(content?.lines ?? {}).map(([table, lines]) => [
      table,
      lines?.map((line) => JSON.parse(line)),
    ]);
    const wrong = differences(figuresOf(Object.fromEntries(tables)), figures, []);
    return wrong.length === 0 ? null : { text: `at the form, ${wrong.join(', ')}` };
  } catch (error) {
    if (error instanceof CommandError) return null;
    return { text: `the form crashes: ${(error as Error).stack}` };
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
  const isDoubted = notes.some((note) => textNotes.test(note));
  const wrong = right.map((each) =>
    isDoubted
      ? differences(asOneSum(figures), asOneSum(each), left)
      : differences(figures, each, left),
  );
  const [fewest = []] = wrong.toSorted((first, second) => first.length - second.length);
  if (fewest.length === 0) return null;
  if (isCut && notes.some((note) => cutNotes.test(note))) return null;
  const text = `${fewest.join(', ')}, without a complaint; notes: ${notes.join(' / ')}`;
  return { text, ...((tables.printed_figures ?? []).length > 0 && { tables }) };
}

/** Returns figures whose bookings are one sum, as no kind is certain while a text is in doubt. */
const asOneSum = ({ deposits, withdrawals, charges, ...rest }: Figures): Figures => ({
  ...rest,
  deposits: deposits + withdrawals + charges,
  withdrawals: 0,
  charges: 0,
});

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
