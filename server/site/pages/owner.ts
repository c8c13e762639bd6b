import type { ShownOwner } from '../../../pipeline/registry/reads.ts';
import type { Context } from '../context.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import { type AccountLine, list } from '../parts/list.ts';

/**
 * Builds the page of an owner: what they say about themselves, totals, and all published accounts.
 */
export function ownerPage(
  owner: ShownOwner & { readonly slug: string },
  found: readonly AccountLine[],
  context: Context,
): Html {
  const { language } = context;
  const { slug, about, link, picture } = owner;
  const { owner: texts } = language.words;
  const name = owner.name ?? slug;
  const image = picture !== null && `/owner/${slug}/picture.png?${picture.slice(0, 8)}`;
  const main = html`<div class="owner">${image && html`<img class="picture" src="${image}" width="80" height="80" alt="">`}
<div><h1><bdi>${name}</bdi></h1>
${link !== null && html`<p class="site"><a href="${link}" rel="nofollow noopener ugc">${new URL(link).host}</a></p>`}</div></div>
${about === null ? html`<p class="lead">${texts.lead}</p>` : html`<p class="about"><bdi>${about}</bdi></p>`}
${totals(found, language)}
${list(found, language)}`;
  return layout(
    {
      title: `${name} · ${context.site.name}`,
      description: fillText(texts.description, { name }),
      path: `/owner/${slug}`,
      isIndexed: true,
      section: '/',
      main,
    },
    context,
  );
}

/** Sums of what visitors see of the accounts. Portfolios would count their accounts twice. */
function totals(found: readonly AccountLine[], language: Language): Html {
  const { format, words } = language;
  const { totals: labels } = words.owner;
  const accounts = found.filter(({ account }) => account.type === 'account');
  const confirmed = accounts.filter(({ account }) => account.verified.track_record).length;
  const starts = accounts.flatMap(({ account }) => account.performance.since ?? []).sort();
  const figures: [label: string, value: HtmlContent][] = [
    [labels.accounts, format.count(accounts.length)],
    [labels.portfolios, format.count(found.length - accounts.length)],
    [labels.confirmed, format.count(confirmed)],
    [labels.trades, format.count(sumOf(accounts.map(({ trades }) => trades)))],
    // With an unknown start, another one might be the first.
    [labels.since, starts.length === accounts.length && starts[0] ? format.day(starts[0]) : null],
    [labels.balance, balancesOf(accounts, language)],
  ];
  return html`<dl class="totals">${figures.map(
    ([label, value]) =>
      value !== null &&
      value !== format.unknown &&
      html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** Returns a sum; null if a value is hidden or unknown. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    values.length === 0 ? null : 0,
  );

/**
 * Writes the balance of all accounts with real money, by currency. Null without such an account, or
 * if a balance is unknown.
 */
function balancesOf(found: readonly AccountLine[], { format }: Language): string | null {
  const real = found.flatMap(({ account }) => (account.demo === true ? [] : [account]));
  const currencies = [...new Set(real.map(({ currency }) => currency))].sort();
  const sums = currencies.map(
    (currency) =>
      [
        sumOf(real.filter((account) => account.currency === currency).map(balanceOf)),
        currency,
      ] as const,
  );
  const isKnown = sums.every(([sum, currency]) => sum !== null && currency !== null);
  if (sums.length === 0 || !isKnown) return null;
  return sums.map(([sum, currency]) => `${format.amount(sum, currency)} ${currency}`).join(' · ');
}

const balanceOf = ({ balance }: AccountLine['account']): number | null => balance;
