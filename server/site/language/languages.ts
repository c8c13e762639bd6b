import Negotiator from 'negotiator';
import { catalogueIn, languageCodes } from '../../language/catalogues.ts';
import type { FigureTexts, LanguageCode, Plural, Words } from '../../language/words.ts';
import { createFormat, type Format, fillText } from './format.ts';

/** Language of a page. */
export interface Language {
  readonly code: LanguageCode;
  readonly words: Words;
  readonly format: Format;
  /** Texts of figures; null in English, whose texts are in `sql/`. */
  readonly figures: FigureTexts | null;
  /** True if the reader chose the language; then links to other pages keep it. */
  readonly isChosen: boolean;
  /** Returns the address of another page in the same language. */
  to(path: string): string;
  /** Returns the form of a text for a number. */
  plural(texts: Plural, count: number): string;
  /** Returns that form, with the number in it. */
  counted(texts: Plural, count: number): string;
}

const inEnglish = languagePair('en');

const languages: ReadonlyMap<unknown, typeof inEnglish> = new Map(
  languageCodes.map((code) => [code, languagePair(code)]),
);

/** English, for readers who did not choose a language. */
export const english = inEnglish.offered;

/** Returns the language in the address, else the best one of Accept-Language, else English. */
export function languageFor(named: unknown, accepted: string | undefined): Language {
  const chosen = languages.get(named);
  if (chosen) return chosen.chosen;
  const headers = { 'accept-language': accepted ?? '*' };
  const best = new Negotiator({ headers }).language([...languageCodes]);
  return (languages.get(best) ?? inEnglish).offered;
}

/** Adds the language to a path. */
export function addressIn(code: LanguageCode, path: string): string {
  const [before = '', fragment] = path.split('#');
  const end = fragment === undefined ? '' : `#${fragment}`;
  return `${before}${before.includes('?') ? '&' : '?'}lang=${code}${end}`;
}

function languagePair(code: LanguageCode) {
  const { site: words, figures } = catalogueIn(code);
  const format = createFormat(words.format);
  const plurals = new Intl.PluralRules(words.format.locale);
  const plural = (texts: Plural, count: number): string =>
    texts[plurals.select(count)] ?? texts.other;
  const counted = (texts: Plural, count: number): string =>
    fillText(plural(texts, count), { count: format.count(count) });
  const common = { code, words, format, figures, plural, counted };
  const offered: Language = { ...common, isChosen: false, to: (path) => path };
  const chosen: Language = { ...common, isChosen: true, to: (path) => addressIn(code, path) };
  return { offered, chosen };
}
