import {
  type CodedReason,
  isCount,
  type ReasonCode,
  type ReasonValue,
} from '../../../pipeline/base/reasons/reason.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { PageWords } from '../page-request.ts';

/**
 * Words a reason of the pipeline in the language of the page. Words of another program are marked
 * with `lang="en"` on pages in other languages. What stands between backticks becomes code.
 */
export function reasonText({ code, values }: CodedReason, page: ReasonPage): Html {
  if (code === 'quoted') return quoted(`${values.text}`, page);
  const shown = Object.entries(values).map(
    ([name, value]) => [name, valueText(code, name, value, page)] as const,
  );
  const named = Object.fromEntries(shown);
  const sentence = page.words.reasons[code];
  const text =
    typeof sentence === 'string'
      ? sentence
      : page.context.language.plural(sentence, Number(values.count));
  const parts = text.split('`');
  return html`${parts.map((part, at) => {
    const filled = fill(part, named);
    return at % 2 === 0 ? filled : html`<code>${filled}</code>`;
  })}`;
}

function valueText(
  code: ReasonCode,
  name: string,
  value: ReasonValue,
  page: ReasonPage,
): HtmlContent {
  const { language } = page.context;
  if (typeof value === 'object') return listText([value].flat(), page);
  if (isCount(name, value)) return language.format.count(value);
  // English pages say what commands and the API say.
  if (language.code === 'en' || !isAmount(code, name)) return value;
  return language.format.decimal(`${value}`);
}

/** Values with another name than `amount` that are amounts. In other sentences they are ids. */
const amounts: { readonly [Code in ReasonCode]?: readonly string[] } = {
  import_balance_breaks: ['from', 'to'],
  import_uneven_deal: ['value'],
  import_uneven_row: ['value'],
  import_uneven_flow: ['value'],
  import_lots_differ: ['value'],
  import_price_differs: ['other'],
  withheld_inexact_bookings: ['largest', 'total'],
  withheld_inexact_equity: ['largest'],
  withheld_odd_index: ['value'],
  withheld_odd_equity_index: ['value'],
  withheld_odd_rate: ['value'],
  withheld_odd_pips: ['value'],
};

const isAmount = (code: ReasonCode, name: string): boolean =>
  name === 'amount' || amounts[code]?.includes(name) === true;

const listText = (reasons: readonly CodedReason[], page: ReasonPage): HtmlContent =>
  reasons.map((each, at) => html`${at > 0 && ', '}${reasonText(each, page)}`);

type ReasonPage = Pick<PageWords, 'context' | 'words'>;

const quoted = (text: string, { context }: ReasonPage): Html =>
  context.language.code === 'en' ? html`${text}` : html`<span lang="en">${text}</span>`;
