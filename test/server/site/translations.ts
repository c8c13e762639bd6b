import { alwaysDefined, definitionOf } from '../../../server/site/definitions.ts';
import { rowsOf } from '../../../server/site/figures.ts';
import { de } from '../../../server/site/language/de.ts';
import { en } from '../../../server/site/language/en.ts';
import { es } from '../../../server/site/language/es.ts';
import type { FigureTexts } from '../../../server/site/language/figure-texts.ts';
import { figuresDe } from '../../../server/site/language/figures-de.ts';
import { figuresEs } from '../../../server/site/language/figures-es.ts';
import { groups } from '../../../sql/figures.ts';
import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import { printedFigures } from '../../../sql/raw/printed_figures.ts';
import { reasons } from '../../../sql/reconciliation/reasons.ts';

export const translations = { es, de };
export const translatedFigures = { es: figuresEs, de: figuresDe };

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
    return ownText?.[0] ? [] : [{ path: `the label of ${field}`, english: label(plain) }];
  });
  const definitions = [...definedFigures].flatMap((name) => {
    const { meaning, nullWhen, source } = definitionOf(name, plain);
    const phrases = [nullWhen, source].filter((phrase) => phrase !== null);
    return [
      ...(texts.named[name]?.[1] ? [] : [{ path: `the meaning of ${name}`, english: meaning }]),
      ...phrases
        .filter((phrase) => !texts.phrases[phrase])
        .map((phrase) => ({ path: `the phrase “${phrase}”`, english: phrase })),
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
  return [...labels, ...definitions, ...listed];
}

/** Lists all texts without a translation. */
export const untranslated: readonly Untranslated[] = (['es', 'de'] as const).flatMap((code) => {
  const ownTexts = new Map(textsIn(translations[code]));
  const words = textsIn(en)
    .filter(([path]) => !ownTexts.has(path))
    .map(([path, english]) => ({ path: path.slice(1), english }));
  return [
    ...words.map((text) => ({ file: `server/site/language/${code}.ts`, ...text })),
    ...untranslatedFigures(translatedFigures[code]).map((text) => ({
      file: `server/site/language/figures-${code}.ts`,
      ...text,
    })),
  ];
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
