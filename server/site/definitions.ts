import { type Cause, causes } from '../../sql/causes.ts';
import { capitalised, figuresIn, meaningOf, type PlacedFigure } from '../../sql/figures.ts';
import { marts } from '../../sql/marts/index.ts';
import { performance } from '../../sql/marts/summary.ts';
import { type Html, type HtmlContent, html, textOf } from './html.ts';
import { fill } from './language/fill.ts';
import type { Language } from './language/languages.ts';

export interface Definition {
  /** Field name of the figure in the API. */
  readonly name: string;
  readonly meaning: string;
  /** Meaning in words, without formula and members. */
  readonly inWords: string;
  /** Cause of an unknown figure; null if it is always known. */
  readonly nullWhen: Cause | null;
  readonly source: string | null;
}

/** Definitions by field name. If several schemas have the name, the least nested one counts. */
const byName = new Map<string, Definition>(
  [performance, marts.summary, marts.advanced, marts.monthly, marts.equity_curve]
    .flatMap((schema) => figuresIn(schema))
    .sort((first, second) => second.path.length - first.path.length)
    .map((placed, _, all) => [fieldOf(placed), definitionIn(placed, all)]),
);

/** Returns what a figure means. English definitions come from `sql/`. Throws for unknown names. */
export function definitionOf(name: string, { figures }: Pick<Language, 'figures'>): Definition {
  const definition = byName.get(name);
  if (!definition) throw new Error(`the figure ${name} has no definition`);
  const { meaning, inWords, nullWhen, source } = definition;
  const translated = figures?.named[name]?.meaning;
  return {
    name,
    meaning: translated ?? meaning,
    inWords: translated ? beginningOf(translated, inWords) : inWords,
    nullWhen,
    source: source && (figures?.sources[source] ?? source),
  };
}

const colon = ': ';

/**
 * Returns a translated meaning without its formula. The formula begins after as many colons as in
 * English.
 */
const beginningOf = (translated: string, inWords: string): string =>
  translated.split(colon).slice(0, inWords.split(colon).length).join(colon);

/** Returns the definition of a figure, including the definitions of its members. */
function definitionIn(placed: PlacedFigure, all: readonly PlacedFigure[]): Definition {
  const { path, about } = placed;
  const within = all.filter(
    ({ path: inner }) =>
      inner.length === path.length + 1 && path.every((step, at) => step === inner[at]),
  );
  const members = within.map(
    ({ path: inner, about: member }) => `\`${inner.at(-1)}\` ${meaningOf(member)}`,
  );
  const meaning = [meaningOf(about), ...(members.length > 0 ? [members.join('; ')] : [])].join(
    ': ',
  );
  const { nullWhen = null, source = null } = about;
  const { formula: _, ...inWords } = about;
  return { name: fieldOf(placed), meaning, inWords: meaningOf(inWords), nullWhen, source };
}

function fieldOf({ path }: PlacedFigure): string {
  return path.at(-1) ?? '';
}

/** Returns the definition, its unknown case and its source as sentences. */
export function definitionText(name: string, language: Language): Html {
  const { meaning, source } = definitionOf(name, language);
  const { figures: words } = language.words;
  return html`${withCode(capitalised(meaning))}.${unknownCase(name, language)}${source !== null && html` <span class="source">${fill(words.source, { source: withCode(source) })}</span>`}`;
}

/** Returns the meaning of a figure in words. If it is unknown, also says why. */
const meaningText = (name: string, language: Language, isKnown: boolean): Html =>
  html`${withCode(capitalised(definitionOf(name, language).inWords))}.${!isKnown && unknownCase(name, language)}`;

/**
 * Returns the meaning of a figure that is unknown because deposits are. Undefined for other
 * figures.
 */
export const meaningWithoutDeposits = (name: string, language: Language): Html | undefined =>
  /(?:^no|or)_capital|or_deposits$/.test(byName.get(name)?.nullWhen ?? '')
    ? html`${meaningText(name, language, true)} ${language.words.account.depositsUnknown}`
    : undefined;

/** Returns the meaning of a figure that the owner of the account hides. */
export const meaningIfHidden = (name: string, language: Language): Html =>
  html`${meaningText(name, language, true)} ${capitalised(language.words.account.notShown)}.`;

function unknownCase(name: string, language: Language): Html | null {
  const { nullWhen } = definitionOf(name, language);
  const { figures, words } = language;
  return nullWhen === null
    ? null
    : html` ${fill(words.figures.unknownWhere, { condition: withCode(figures?.causes[nullWhen] ?? causes[nullWhen]) })}`;
}

/** Writes names in backticks as `<code>`. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** Returns a label that links to its definition on the page of all definitions. */
export const definitionLink = (label: string, name: string, { to }: Language): Html =>
  html`<a class="term" href="${to(`/numbers#how-${name}`)}">${label}</a>`;

/**
 * Returns a figure that opens to its meaning. It links to the page of all definitions, which has
 * formulas and sources. Where it stands in the API tells programs which figure it is.
 */
export const definedFigure = (
  field: string,
  label: HtmlContent,
  text: HtmlContent,
  value: number | null,
  language: Language,
  meaning: Html = meaningText(field, language, textOf(html`${text}`) !== language.format.unknown),
  place: string = field,
): Html =>
  html`<details class="figure" data-figure="${place}"><summary><span class="label">${label}</span> <span class="value${(value ?? 0) < 0 && ' minus'}">${text}</span></summary><p>${meaning} ${definitionLink(language.words.figures.formula, field, language)}</p></details>
`;

/** Names of the figures that the page of definitions starts with. */
export const alwaysDefined = ['twr_percent', 'absolute_gain_percent', 'max_drawdown_percent'];
