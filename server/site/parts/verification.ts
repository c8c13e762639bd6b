import { sourceNames } from '../../../sql/raw/source_names.ts';
import type { PageAccount } from '../account.ts';
import { instant } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Names the parts that the owner hides; null if the owner hides nothing. */
export const hiddenParts = (
  { hidden }: PageAccount,
  { words: { account: texts } }: Language,
): Html | null =>
  hidden.length === 0
    ? null
    : html`<p class="hint">${fillText(texts.hidden, { parts: hidden.map((part) => partName(part, texts.parts)).join(', ') })}</p>`;

const partName = (part: string, names: Readonly<Record<string, string>>): string =>
  names[part] ?? part.replaceAll('_', ' ');

/** Section of data source, dates, trades, reconciliation and restatements. */
export function record(account: PageAccount, language: Language): Html {
  const { data_source, performance, updated_at, reconciled, advanced, hidden } = account;
  const { words, format } = language;
  const { account: texts } = words;
  const verdict = reconciled === null ? texts.nothingPrinted : texts.differs;
  const source = sourceNames.find((name) => name === data_source);
  const trades = hidden.includes('advanced')
    ? texts.notShown
    : format.count(advanced?.total_trades);
  const rows = [
    ['source', texts.data, source ? words.provenance.names[source] : null],
    ['since', texts.since, performance.since && format.day(performance.since)],
    ['until', texts.until, updated_at && instant(updated_at, language)],
    ['trades', texts.closedTrades, trades],
    [
      'reconciled',
      texts.reconciled,
      html`<span${reconciled === false && html` class="gap"`}>${reconciled ? texts.reconciles : verdict}</span> · <a href="#checked">${texts.howChecked}</a>`,
    ],
    ['restated', texts.restatements, restatementCount(account, language)],
  ] as const;
  return html`<section id="verification" aria-labelledby="verification-title">
<h2 id="verification-title">${texts.record}</h2>
<dl class="record">${rows.map(
    ([id, label, value]) =>
      value !== null && html`<div data-record="${id}"><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>
</section>`;
}

/** Returns the number of restatements as text; null if the version has no restatements. */
function restatementCount(
  { restatements }: Pick<PageAccount, 'restatements'>,
  { words, format }: Language,
): string | null {
  if (restatements === null) return null;
  const { since, count, last_found_at } = restatements;
  const texts = words.account;
  return last_found_at === null
    ? fillText(texts.neverRestated, { day: format.day(since) })
    : fillText(texts.restated, { count: format.count(count), day: format.day(last_found_at) });
}
