import type { Site } from '../../accounts/attribution.ts';
import type { PageAccount } from '../account.ts';
import { type Html, html, textOf } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

const maxEntries = 60;

/** The months of an account as an Atom feed, the newest first. */
export function monthsFeed(account: PageAccount, { baseUrl }: Site, language: Language): string {
  const { slug, name, owner, monthly, updated_at, created_at } = account;
  const { words, code, to } = language;
  const months = [...(monthly?.monthly_performance ?? [])].reverse().slice(0, maxEntries);
  const page = `${baseUrl}${to(`/account/${slug}`)}`;
  const newest = updated_at ?? created_at ?? new Date(0).toISOString();
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${code}">
<id>${baseUrl}/account/${slug}</id>
<title>${fillText(words.feed.title, { name })}</title>
<updated>${newest}</updated>
<author><name>${owner.name ?? owner.slug}</name></author>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="self" type="application/atom+xml" href="${baseUrl}${to(`/account/${slug}/months.atom`)}"/>
${months.map((month) => entry(month, account, `${baseUrl}/account/${slug}`, newest, language))}</feed>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(feed)}`;
}

type Month = NonNullable<PageAccount['monthly']>['monthly_performance'][number];

function entry(
  { date, monthly_percent, monthly_profit }: Month,
  { currency }: PageAccount,
  id: string,
  newest: string,
  { words, format, to }: Language,
): Html {
  const percent = format.signedPercent(monthly_percent);
  const amount = format.signedAmount(monthly_profit, currency);
  const money = currency === null ? amount : `${amount} ${currency}`;
  return html`<entry>
<id>${id}#${date}</id>
<title>${fillText(words.feed.month, { month: format.month(date), return: percent })}</title>
<updated>${updatedAt(date, newest)}</updated>
<link rel="alternate" type="text/html" href="${to(id)}#months"/>
<content type="text">${fillText(words.feed.content, { return: percent, profit: money })}</content>
</entry>
`;
}

/** A month stands once it is over; the one under way is as new as the data. */
function updatedAt(date: string, newest: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  const end = new Date(Date.UTC(year, month, 1)).toISOString();
  return end < newest ? end : newest;
}
