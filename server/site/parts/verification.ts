import { sourceNames } from '../../../sql/raw/source_names.ts';
import type { PageAccount } from '../account.ts';
import { instant } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Section that says where the data comes from and how it was checked. */
export function verification(account: PageAccount, language: Language): Html | null {
  const { hidden, updated_at } = account;
  const { account: texts } = language.words;
  if (updated_at === null && hidden.length === 0) return null;
  return html`<section id="verification" aria-labelledby="verification-title">
<h2 id="verification-title">${texts.record}</h2>
${updated_at !== null && record(account, language)}
${hidden.length > 0 && html`<p class="hidden-parts">${fillText(texts.hidden, { parts: hidden.map((part) => partName(part, texts.parts)).join(', ') })}</p>`}
</section>`;
}

const partName = (part: string, names: Readonly<Record<string, string>>): string =>
  names[part] ?? part.replaceAll('_', ' ');

/** Table with data source, dates, trades and reconciliation. */
function record(account: PageAccount, language: Language): Html {
  const { slug, data_source, performance, updated_at, reconciled, advanced, hidden } = account;
  const { words, format, to } = language;
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
      html`<span${reconciled === false && html` class="gap"`}>${reconciled ? texts.reconciles : verdict}</span> · <a href="${to(`/account/${slug}/checked`)}">${texts.howChecked}</a>`,
    ],
    [
      'verification',
      words.verification.title,
      html`<a href="${to(`/account/${slug}/verification`)}">${words.verification.more}</a>`,
    ],
    ['restated', texts.restatements, restatementCount(account, language)],
  ] as const;
  return html`<dl class="record" aria-label="${texts.record}">${rows.map(
    ([id, label, value]) =>
      value !== null && html`<div data-record="${id}"><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** Returns the number of restatements as text; null if the version has no restatements. */
export function restatementCount(
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
