import { figures } from '../../sql/figures.ts';
import { advanced } from '../../sql/marts/advanced.ts';
import { equityCurve } from '../../sql/marts/equity_curve.ts';
import { monthlyPerformance } from '../../sql/marts/monthly.ts';
import { performance, summary } from '../../sql/marts/summary.ts';
import { type Html, html } from './html.ts';

export interface Definition {
  /** The field that the figure is of, as the API names it. */
  readonly name: string;
  readonly meaning: string;
  readonly source: string | null;
}

const described: Readonly<Record<string, object>> = {
  ...equityCurve.properties,
  ...monthlyPerformance.properties,
  ...summary.properties,
  ...performance.properties,
  ...advanced.properties,
};

/** What a figure means: the words of `sql/figures.ts`, else those of the API's description. */
export function definitionOf(name: string): Definition {
  const figure = figures.find(({ names }) => names.includes(name));
  const schema = described[name] ?? {};
  const description = 'description' in schema ? String(schema.description) : undefined;
  if (figure) return { name, meaning: figure.definition, source: figure.source };
  if (description === undefined) throw new Error(`nothing says what ${name} means`);
  return { name, meaning: description, source: null };
}

/** A definition as a sentence with its source. */
export const definitionText = ({ meaning, source }: Definition): Html =>
  html`${withCode(capitalised(meaning))}.${source !== null && html` <span class="source">Source: ${source}.</span>`}`;

/** Names in backticks as code. */
const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A link from a label to its definition further down the page. */
export const defined = (label: string, name: string): Html =>
  html`<a class="term" href="#how-${name}">${label}</a>`;
