import type { Restatements } from '../../../sql/record/restatements.ts';
import type { Site } from '../../accounts/attribution.ts';
import type { PageAccount } from '../account.ts';
import { type Html, html, textOf } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

const maxEntries = 60;

type Restated = Restatements['restatements'];

/**
 * Builds the Atom feed of monthly returns, newest first. `restated` changes the times of its
 * entries.
 */
export function monthsFeed(
  account: PageAccount,
  restated: Restated,
  { baseUrl }: Site,
  language: Language,
): string {
  const { slug, name, owner, monthly, updated_at, created_at } = account;
  const { words, code, to } = language;
  const months = [...(monthly?.monthly_performance ?? [])].reverse().slice(0, maxEntries);
  const page = `${baseUrl}${to(`/account/${slug}`)}`;
  const newest = updated_at ?? created_at ?? new Date(0).toISOString();
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${code}">
<id>${baseUrl}/account/${slug}</id>
<title>${fillText(words.feed.title, { name })}</title>
<updated>${latestOf(newest, ...restated.map(({ found_at }) => found_at))}</updated>
<author><name>${owner.name ?? owner.slug}</name></author>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="self" type="application/atom+xml" href="${baseUrl}${to(`/account/${slug}/months.atom`)}"/>
${months.map((month) => {
  const updated = updatedAt(month.date, newest, restated);
  return entry(month, account, `${baseUrl}/account/${slug}`, updated, language);
})}</feed>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(feed)}`;
}

type Month = NonNullable<PageAccount['monthly']>['monthly_performance'][number];

function entry(
  { date, monthly_percent, monthly_profit }: Month,
  { currency }: PageAccount,
  id: string,
  updated: string,
  { words, format, to }: Language,
): Html {
  const percent = format.signedPercent(monthly_percent);
  const amount = format.signedAmount(monthly_profit, currency);
  const money = currency === null ? amount : `${amount} ${currency}`;
  return html`<entry>
<id>${id}#${date}</id>
<title>${fillText(words.feed.month, { month: format.month(date), return: percent })}</title>
<updated>${updated}</updated>
<link rel="alternate" type="text/html" href="${to(id)}#months"/>
<content type="text">${fillText(words.feed.content, { return: percent, profit: money })}</content>
</entry>
`;
}

/**
 * Returns when the figures of a month last changed. A past month changes only by a restatement; the
 * current month is as new as the data. A restatement changes all months from its first day on,
 * because later returns depend on that capital. If its first day is unknown, it changes all months.
 */
function updatedAt(date: string, newest: string, restated: Restated): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  const end = new Date(Date.UTC(year, month, 1)).toISOString();
  const found = restated
    .filter(({ first_day }) => first_day === null || first_day.slice(0, 7) <= date)
    .map(({ found_at }) => found_at);
  return latestOf(Date.parse(end) < Date.parse(newest) ? end : newest, ...found);
}

/**
 * Returns the latest instant; text order is wrong, because only some instants have milliseconds.
 */
const latestOf = (...instants: readonly [string, ...string[]]): string =>
  instants.reduce((latest, at) => (Date.parse(at) > Date.parse(latest) ? at : latest));
