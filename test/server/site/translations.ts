import { readFileSync } from 'node:fs';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { catalogueIn, languageCodes } from '../../../server/language/catalogues.ts';
import type { FigureTexts } from '../../../server/language/words.ts';
import { alwaysDefined, definitionOf } from '../../../server/site/definitions.ts';
import { rowsOf } from '../../../server/site/figures.ts';
import { causes } from '../../../sql/causes.ts';
import { groups } from '../../../sql/figures.ts';
import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import { printedFigures } from '../../../sql/raw/printed_figures.ts';
import { reasons } from '../../../sql/reconciliation/reasons.ts';

/** Languages other than English. */
export const translations = languageCodes.filter((code) => code !== 'en');

/** Text without a translation yet. Pages show it in English. */
export interface Untranslated {
  readonly file: string;
  /** Path of the text in the file. */
  readonly path: string;
  readonly english: string;
}

/** Lists the texts of a catalogue by their paths. */
export function textsIn(part: unknown, path = ''): [string, string][] {
  if (typeof part === 'string') return [[path, part]];
  return Object.entries(part ?? {}).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`));
}

/** Lists the texts of a language's file by their paths, without what English fills in. */
export const translatedTexts = (code: string): ReadonlyMap<string, string> =>
  new Map(textsIn(JSON.parse(readFileSync(inPackage(fileOf(code)), 'utf8'))));

const fileOf = (code: string): string => `server/language/${code}.json`;

const rows = [...rowsOf(summary), ...rowsOf(sections.advanced)];

/** Figures whose definitions pages show. */
export const definedFigures: ReadonlySet<string> = new Set([
  ...alwaysDefined,
  'monthly_percent',
  ...rows.map(({ name, field }) => (name === 'performance' ? field : name)),
]);

function untranslatedFigures(texts: FigureTexts): Omit<Untranslated, 'file'>[] {
  const plain = { figures: null };
  const labels = rows.flatMap(({ label, field, name }) => {
    const ownText = texts.named[`${name}.${field}`] ?? texts.named[field];
    return ownText?.label ? [] : [{ path: `the label of ${field}`, english: label(plain) }];
  });
  const definitions = [...definedFigures].flatMap((name) => {
    const { meaning, nullWhen, source } = definitionOf(name, plain);
    return [
      ...(texts.named[name]?.meaning ? [] : [{ path: `the meaning of ${name}`, english: meaning }]),
      ...(nullWhen === null || texts.causes[nullWhen]
        ? []
        : [{ path: `causes.${nullWhen}`, english: causes[nullWhen] }]),
      ...(source === null || texts.sources[source]
        ? []
        : [{ path: `the source “${source}”`, english: source }]),
    ];
  });
  const listed = [
    ...groups.map((name) => [texts.groups[name], 'groups', name, name] as const),
    ...Object.entries(printedFigures).map(
      ([name, { label }]) => [texts.printed[name], 'printed', name, label] as const,
    ),
    ...Object.entries(reasons).map(
      ([name, reason]) => [texts.reasons[name], 'reasons', name, String(reason)] as const,
    ),
  ].flatMap(([own, list, name, english]) => (own ? [] : [{ path: `${list}.${name}`, english }]));
  return [...labels, ...definitions, ...listed].map((text) => ({
    ...text,
    path: `figures: ${text.path}`,
  }));
}

/** Matches texts of operators' pages, which are in English only. */
const ofOperators = /^\.owners\.(?:operator|attention)\./;

/** Lists all texts without a translation. */
export const untranslated: readonly Untranslated[] = translations.flatMap((code) => {
  const translated = translatedTexts(code);
  const { owners, ...english } = catalogueIn('en');
  const { derivable, reasons: ofReasons, ...rest } = owners;
  const words = textsIn({ ...english, owners: rest, derivable, reasons: ofReasons })
    .filter(([path]) => !translated.has(path) && !ofOperators.test(path))
    // A language may need no singular of a reason.
    .filter(([path]) => !translated.has(path.replace(/\.(?:one|other)$/, '')))
    .map(([path, text]) => ({ path: path.slice(1), english: text }));
  const figures = untranslatedFigures(catalogueIn(code).figures as FigureTexts);
  return [...words, ...figures].map((text) => ({ file: fileOf(code), ...text }));
});

/** Returns true if a text on a page is, or is part of, a text without a translation. */
export function isUntranslated(text: string): boolean {
  const plain = (some: string) => some.replaceAll('`', '').toLowerCase();
  return untranslated.some(({ english }) =>
    plain(english)
      .split(/\{\w+\}/)
      .some(
        (piece) => piece !== '' && (plain(text).includes(piece) || piece.includes(plain(text))),
      ),
  );
}
