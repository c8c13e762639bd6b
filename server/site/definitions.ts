import { capitalised, figuresIn, meaningOf, type PlacedFigure } from '../../sql/figures.ts';
import { marts } from '../../sql/marts/index.ts';
import { performance } from '../../sql/marts/summary.ts';
import { type Html, html } from './html.ts';
import { fill } from './language/fill.ts';
import type { Language } from './language/languages.ts';

export interface Definition {
  /** The field that the figure is of, as the API names it. */
  readonly name: string;
  readonly meaning: string;
  /** Where nobody knows it; null where it is always known. */
  readonly nullWhen: string | null;
  readonly source: string | null;
}

/** The figures of an account by their fields; of those of one name the one that is in nothing else. */
const byName = new Map<string, Definition>(
  [performance, marts.summary, marts.advanced, marts.monthly, marts.equity_curve]
    .flatMap((schema) => figuresIn(schema))
    .sort((one, other) => other.path.length - one.path.length)
    .map((placed, _, all) => [fieldOf(placed), definitionIn(placed, all)]),
);

/** What a figure means: in English in the words beside its SQL. */
export function definitionOf(name: string, { figures }: Pick<Language, 'figures'>): Definition {
  const definition = byName.get(name);
  if (!definition) throw new Error(`nothing says what ${name} means`);
  const { meaning, nullWhen, source } = definition;
  return {
    name,
    meaning: figures?.named[name]?.[1] ?? meaning,
    nullWhen: nullWhen && (figures?.phrases[nullWhen] ?? nullWhen),
    source: source && (figures?.phrases[source] ?? source),
  };
}

/** The words of a figure; of one that is several, those of each too. */
function definitionIn(placed: PlacedFigure, all: readonly PlacedFigure[]): Definition {
  const { path, about } = placed;
  const within = all.filter(
    ({ path: other }) =>
      other.length === path.length + 1 && path.every((step, at) => step === other[at]),
  );
  const members = within.map(
    ({ path: other, about: one }) => `\`${other.at(-1)}\` ${meaningOf(one)}`,
  );
  const meaning = [meaningOf(about), ...(members.length > 0 ? [members.join('; ')] : [])].join(
    ': ',
  );
  const { nullWhen = null, source = null } = about;
  return { name: fieldOf(placed), meaning, nullWhen, source };
}

function fieldOf({ path }: PlacedFigure): string {
  return path.at(-1) ?? '';
}

/** A definition as a sentence with its source. */
export function definitionText(name: string, language: Language): Html {
  const { meaning, nullWhen, source } = definitionOf(name, language);
  const { figures: words } = language.words;
  return html`${withCode(capitalised(meaning))}.${nullWhen !== null && html` ${fill(words.unknownWhere, { condition: withCode(nullWhen) })}`}${source !== null && html` <span class="source">${fill(words.source, { source: withCode(source) })}</span>`}`;
}

/** Names in backticks as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** A link from a label to its definition further down the page. */
export const defined = (label: string, name: string): Html =>
  html`<a class="term" href="#how-${name}">${label}</a>`;
