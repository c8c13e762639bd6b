import {
  type SearchedBehaviour,
  searchedBehaviour,
} from '../../../pipeline/publish/snapshot/searched.ts';
import { platforms } from '../../../sql/raw/accounts.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { orderNames } from '../../accounts/search.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import type { Faults } from '../search-fields.ts';
import { choice, type Option } from './form.ts';

/** Fields of the search form as the reader wrote them, by name. */
export type FormFields = Readonly<Record<string, string>>;

/** Form that searches the list, with a mark at each refused field. */
export function searchForm(
  fields: FormFields,
  language: Language,
  faults: Faults = new Map(),
): Html {
  const { search: texts } = language.words;
  const value = (name: string): string => fields[name] ?? '';
  const faultAttributes = (name: string) =>
    faults.has(name) && html` aria-invalid="true" aria-describedby="fault-${name}"`;
  const kinds: readonly Option[] = [
    ['', texts.any],
    ['account', texts.account],
    ['portfolio', texts.portfolio],
  ];
  const sorts: readonly Option[] = orderNames.map((order, at) => [
    at === 0 ? '' : order,
    texts.orders[order],
  ]);
  const ofPlatforms: readonly Option[] = [
    ['', texts.any],
    ...platforms.map((name) => [name, name] as const),
  ];
  const usual = html`${choice('type', texts.kind, kinds, value('type'))}${choice('platform', texts.platform, ofPlatforms, value('platform'))}<label>${texts.currency} <input name="currency" value="${value('currency')}" size="5" maxlength="40" placeholder="EUR" autocapitalize="characters"${faultAttributes('currency')}></label>
<label>${texts.symbol} <input name="symbol" value="${value('symbol')}" size="8" maxlength="40" placeholder="XAUUSD"></label>
<label>${texts.minReturn} <input name="min_twr_percent" value="${value('min_twr_percent')}" size="6" inputmode="decimal"${faultAttributes('min_twr_percent')}></label>
<label>${texts.maxDrawdown} <input name="max_drawdown_percent" value="${value('max_drawdown_percent')}" size="6" inputmode="decimal"${faultAttributes('max_drawdown_percent')}></label>
`;
  return html`<form class="filters find" action="/search" method="get" role="search">
${language.isChosen && html`<input type="hidden" name="lang" value="${language.code}">`}<label class="wide"><span class="sr">${texts.name}</span> <input type="search" name="q" value="${value('q')}" maxlength="200" placeholder="${texts.name}"></label>
${choice('sort', texts.sort, sorts, value('sort'))}<button type="submit">${texts.show}</button>${Object.keys(fields).length > 0 && html` <a class="clear" href="${language.to('/')}">${texts.clear}</a>`}${moreFilters(fields, language, usual, faultAttributes, faults.size > 0)}${mannerFilters(fields, language, faultAttributes, faults.size > 0)}
</form>`;
}

const ages = [90, 180, 365, 730, 1095] as const;
const freshness = [7, 30, 90] as const;

/** Filters of the list; open if one of them is in use or refused. */
function moreFilters(
  fields: FormFields,
  language: Language,
  usual: Html,
  faultAttributes: (name: string) => HtmlContent,
  isRefused: boolean,
): Html {
  const { words, counted } = language;
  const { search: texts, account } = words;
  const names = [
    ...['type', 'platform', 'currency', 'symbol', 'min_twr_percent', 'max_drawdown_percent'],
    ...['demo', 'min_trades', 'min_age_days', 'updated_within_days', 'min_observed_months'],
    'min_deflated_sharpe',
    ...['confirmed', 'verified', 'reconciled', 'source'],
  ];
  const value = (name: string): string => fields[name] ?? '';
  const money: readonly Option[] = [
    ['', texts.any],
    ['false', account.real],
    ['true', account.demo],
  ];
  const confirmed: readonly Option[] = [
    // The switch above the list decides which of both come first.
    [value('confirmed') === 'any' ? 'any' : '', texts.any],
    ['true', texts.confirmedOnly],
    ['false', texts.unconfirmedOnly],
  ];
  const verified: readonly Option[] = [
    ['', texts.any],
    ['true', texts.bothMarks],
    ['identity', texts.identity],
    ['track_record', texts.trackRecord],
    ['false', texts.notBothMarks],
  ];
  const reconciled: readonly Option[] = [
    ['', texts.any],
    ['true', texts.reconciles],
    ['false', texts.doesNotReconcile],
  ];
  const sources: readonly Option[] = [
    ['', texts.any],
    ...sourceNames.map((name) => [name, words.provenance.names[name]] as const),
  ];
  const days = (name: string, usual: readonly number[]): Option[] => {
    const chosen = Number(value(name));
    const offered = usual.includes(chosen) || !(chosen > 0) ? usual : [...usual, chosen];
    return [
      ['', texts.any],
      ...offered.map((count): Option => [`${count}`, counted(texts.days, count)]),
    ];
  };
  const isOpen = isRefused || names.some((name) => !['', 'any'].includes(value(name)));
  return html`<details class="rarer"${isOpen && html` open`}><summary>${texts.filters}</summary><div>${usual}${choice('demo', texts.money, money, value('demo'))}<label>${texts.minTrades} <input name="min_trades" value="${value('min_trades')}" size="6" inputmode="numeric"${faultAttributes('min_trades')}></label>
${choice('min_age_days', texts.minAge, days('min_age_days', ages), value('min_age_days'))}${choice('updated_within_days', texts.lastData, days('updated_within_days', freshness), value('updated_within_days'))}<label>${texts.minObserved} <input name="min_observed_months" value="${value('min_observed_months')}" size="6" inputmode="numeric"${faultAttributes('min_observed_months')}></label><label>${texts.minDeflatedSharpe} <input name="min_deflated_sharpe" value="${value('min_deflated_sharpe')}" size="6" inputmode="decimal"${faultAttributes('min_deflated_sharpe')}></label>
${choice('confirmed', texts.confirmed, confirmed, value('confirmed'))}${choice('verified', texts.verified, verified, value('verified'))}${choice('reconciled', texts.reconciled, reconciled, value('reconciled'))}${choice('source', texts.onlySource, sources, value('source'))}</div></details>`;
}

/** Label of each field of the filters of the manner of trading, as on the account's own page. */
const mannerLabels = {
  larger_after_loss_percent: 'largerAfterLoss',
  lots_after_loss_ratio: 'ratioAfterLoss',
  largest_lot_multiple: 'largestMultiple',
  adds_to_losers_percent: 'addsToLosers',
  adds_to_three_losers_percent: 'addsToThreeLosers',
  without_stop_percent: 'withoutStop',
  holding_ratio: 'holding',
  wins_lost_in_worst_basket: 'worstBasket',
} as const satisfies Record<SearchedBehaviour, string>;

/** Filters of the manner of trading; open if one of them is in use or refused. */
function mannerFilters(
  fields: FormFields,
  { words }: Language,
  faultAttributes: (name: string) => HtmlContent,
  isRefused: boolean,
): Html {
  const { search: texts, behaviour } = words;
  const value = (name: string): string => fields[name] ?? '';
  const names = searchedBehaviour.map((figure) => [figure, `max_${figure}`] as const);
  const isOpen = isRefused || ['warnings', ...names.map(([, name]) => name)].some(value);
  const warnings: readonly Option[] = [
    ['', texts.any],
    ['none', texts.noWarnings],
  ];
  return html`<details class="rarer"${isOpen && html` open`}><summary>${texts.warnings}</summary><div>${choice('warnings', texts.warned, warnings, value('warnings'))}${names.map(
    ([figure, name]) =>
      html`<label>${fillText(texts.atMost, { figure: behaviour[mannerLabels[figure]] })}${figure.endsWith('_percent') && ' (%)'} <input name="${name}" value="${value(name)}" size="6" inputmode="decimal"${faultAttributes(name)}></label>
`,
  )}</div></details>`;
}
