import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, readFault } from '../../pipeline/base/errors.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { inEnglish } from '../../pipeline/base/reasons/reason.ts';
import { sentences } from '../../pipeline/base/reasons/sentences.ts';
import { jsonFault } from '../../pipeline/read/json-values.ts';
import { derivableWords } from '../../pipeline/registry/derivable-words.ts';
import type english from './en.json';
import type { FigureTexts, LanguageCode, LanguageTexts, OwnerWords } from './words.ts';

/** A file of a language: texts in the form of the English ones, as many as are translated. */
interface Translation {
  readonly figures?: Partial<FigureTexts>;
}

const noFigures: FigureTexts = {
  groups: {},
  named: {},
  causes: {},
  sources: {},
  printed: {},
  reasons: {},
};

/**
 * Reads the texts of all languages from the JSON files of a folder, English first, then by tag. A
 * text that a language lacks is English. Throws a CommandError that names the file and the text if
 * a file can't be read, or has a text that no page shows.
 */
export function readCatalogues(folder: string): ReadonlyMap<LanguageCode, LanguageTexts> {
  const fileOf = (code: LanguageCode) => join(folder, `${code}.json`);
  const codes = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'en.json')
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  const whole = { ...readJson(fileOf('en')), derivable: derivableWords, reasons: sentences };
  return new Map(
    ['en', ...codes].map((code) => {
      const { figures, ...texts } = readJson(fileOf(code));
      const filled = fillTexts(texts, whole, `${fileOf(code)}: `, '') as Filled;
      return [code, catalogueOf(filled, code === 'en' ? null : { ...noFigures, ...figures })];
    }),
  );
}

/** Texts of a language, as its file is laid out. */
type Filled = typeof english & Pick<OwnerWords, 'derivable' | 'reasons'>;

const catalogueOf = (
  { name, site, mails, owners, derivable, reasons }: Filled,
  figures: FigureTexts | null,
): LanguageTexts => ({ name, site, mails, owners: { ...owners, derivable, reasons }, figures });

function readJson(file: string): Translation {
  const text = readText(file);
  const fault = jsonFault(text);
  if (fault) throw new CommandError(`${file} is not JSON: ${inEnglish(fault)}`);
  const texts: unknown = JSON.parse(text);
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
    throw new CommandError(`${file} must be an object with texts`);
  return texts;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`can't read the texts in ${file}: ${readFault(error)}`);
  }
}

/** Returns the texts of a translation in the form of the English ones, which fill its gaps. */
function fillTexts(part: unknown, english: unknown, file: string, path: string): unknown {
  if (part === undefined) return english;
  if (typeof english === 'string' || isPlural(english)) {
    const isText = typeof part === 'string' && (english === `${english}` || isReason(path));
    if (isText || (isPlural(english) && isPlural(part))) return part;
    throw new CommandError(
      `${file}${path} must be ${isPlural(english) ? 'an object with one and other' : 'a text'}`,
    );
  }
  if (typeof part !== 'object' || part === null || Array.isArray(part))
    throw new CommandError(`${file}${path} must be an object with texts`);
  const texts = Object.entries(english as object);
  const translated = new Map<string, unknown>(Object.entries(part));
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const name of translated.keys()) {
    if (!texts.some(([known]) => known === name))
      throw new CommandError(`${file}no page shows ${pathOf(name)}: correct or delete it`);
  }
  return Object.fromEntries(
    texts.map(([name, text]) => [name, fillTexts(translated.get(name), text, file, pathOf(name))]),
  );
}

/** Tells whether a text has forms for different numbers, by the names of `Intl.PluralRules`. */
const isPlural = (part: unknown): boolean =>
  typeof part === 'object' &&
  part !== null &&
  'other' in part &&
  Object.entries(part).every(([name, text]) => forms.has(name) && typeof text === 'string');

const forms: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** A reason may need no forms in a language, since its number may stand apart. */
const isReason = (path: string): boolean => path.startsWith('reasons.');

const catalogues = readCatalogues(inPackage('server/language'));

/** Tags of all languages, English first. */
export const languageCodes: readonly LanguageCode[] = [...catalogues.keys()];

/** Returns the texts of a language; English for an unknown tag. */
export function catalogueIn(code: LanguageCode): LanguageTexts {
  const catalogue = catalogues.get(code) ?? catalogues.get('en');
  if (!catalogue) throw new Error('server/language/en.json is missing');
  return catalogue;
}

/** Returns the words of mails in a language. */
export const mailWordsIn = (code: LanguageCode): LanguageTexts['mails'] => catalogueIn(code).mails;
