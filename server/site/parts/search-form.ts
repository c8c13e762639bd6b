import {
  type SearchedBehaviour,
  searchedBehaviour,
} from '../../../pipeline/publish/snapshot/searched.ts';
import { platforms } from '../../../sql/raw/accounts.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { orderNames } from '../../accounts/search.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { type Faults, isWhole } from '../search-fields.ts';
import { choice, type Option } from './form.ts';

/** Fields of the search form as the reader wrote them, by name. */
export type FormFields = Readonly<Record<string, string>>;

/** Filter of the list: a choice below "any", a text if it has an example, else a number. */
interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options?: readonly Option[];
  readonly example?: string;
}

/** Form that searches the list, with a mark at each refused field. */
export function searchForm(
  fields: FormFields,
  language: Language,
  faults: Faults = new Map(),
): Html {
  const { search: texts } = language.words;
  const sorts: readonly Option[] = orderNames.map((order, at) => [
    at === 0 ? '' : order,
    texts.orders[order],
  ]);
  const group = (summary: string, filters: readonly Filter[]): Html => {
    const isUsed = filters.some(({ name }) => !['', 'any'].includes(fields[name] ?? ''));
    return html`<details class="rarer"${(isUsed || faults.size > 0) && html` open`}><summary>${summary}</summary><div>${filters.map((filter) => filterField(filter, fields, language, faults))}</div></details>`;
  };
  return html`<form class="filters find" action="/search" method="get" role="search">
${language.isChosen && html`<input type="hidden" name="lang" value="${language.code}">`}<label class="wide"><span class="sr">${texts.name}</span> <input type="search" name="q" value="${fields.q ?? ''}" maxlength="200" placeholder="${texts.name}"></label>
${choice('sort', texts.sort, sorts, fields.sort ?? '')}<button type="submit">${texts.show}</button>${Object.keys(fields).length > 0 && html` <a class="clear" href="${language.to('/')}">${texts.clear}</a>`}${group(texts.filters, filtersOfRecords(fields, language))}${group(texts.warnings, filtersOfManner(language))}
</form>`;
}

function filterField(
  { name, label, options, example }: Filter,
  fields: FormFields,
  { words: { search: texts } }: Language,
  faults: Faults,
): Html {
  const value = fields[name] ?? '';
  if (options) {
    // The switch above the list decides which confirmed records come first: `any` says neither.
    return choice(name, label, [[value === 'any' ? value : '', texts.any], ...options], value);
  }
  const text =
    example && html` size="8" maxlength="40" placeholder="${example}" autocapitalize="characters"`;
  const number = html` size="6" inputmode="${isWhole(name) ? 'numeric' : 'decimal'}"`;
  return html`<label>${label} <input name="${name}" value="${value}"${text ?? number}${faults.has(name) && html` aria-invalid="true" aria-describedby="fault-${name}"`}></label>
`;
}

const ages = [90, 180, 365, 730, 1095] as const;
const freshness = [7, 30, 90] as const;

/** Filters by what a record is and what it reached. */
function filtersOfRecords(fields: FormFields, { words, counted }: Language): Filter[] {
  const { search: texts, account, provenance } = words;
  const days = (name: string, label: string, usual: readonly number[]): Filter => {
    const chosen = Number(fields[name] ?? '');
    const offered = usual.includes(chosen) || !(chosen > 0) ? usual : [...usual, chosen];
    const options = offered.map((count): Option => [`${count}`, counted(texts.days, count)]);
    return { name, label, options };
  };
  const select = (name: string, label: string, ...options: Option[]) => ({ name, label, options });
  return [
    select('type', texts.kind, ['account', texts.account], ['portfolio', texts.portfolio]),
    select('platform', texts.platform, ...platforms.map((name) => [name, name] as const)),
    { name: 'currency', label: texts.currency, example: 'EUR' },
    { name: 'symbol', label: texts.symbol, example: 'XAUUSD' },
    { name: 'min_twr_percent', label: texts.minReturn },
    { name: 'max_drawdown_percent', label: texts.maxDrawdown },
    select('demo', texts.money, ['false', account.real], ['true', account.demo]),
    { name: 'min_trades', label: texts.minTrades },
    days('min_age_days', texts.minAge, ages),
    days('updated_within_days', texts.lastData, freshness),
    { name: 'min_observed_months', label: texts.minObserved },
    { name: 'min_deflated_sharpe', label: texts.minDeflatedSharpe },
    select(
      'confirmed',
      texts.confirmed,
      ['true', texts.confirmedOnly],
      ['false', texts.unconfirmedOnly],
    ),
    select(
      'verified',
      texts.verified,
      ['true', texts.bothMarks],
      ['identity', texts.identity],
      ['track_record', texts.trackRecord],
      ['false', texts.notBothMarks],
    ),
    select(
      'reconciled',
      texts.reconciled,
      ['true', texts.reconciles],
      ['false', texts.doesNotReconcile],
    ),
    select(
      'source',
      texts.onlySource,
      ...sourceNames.map((name) => [name, provenance.names[name]] as const),
    ),
  ];
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

/** Filters by the manner of trading. */
function filtersOfManner({ words: { search: texts, behaviour } }: Language): Filter[] {
  return [
    { name: 'warnings', label: texts.warned, options: [['none', texts.noWarnings]] },
    ...searchedBehaviour.map((figure) => ({
      name: `max_${figure}`,
      label: `${fillText(texts.atMost, { figure: behaviour[mannerLabels[figure]] })}${figure.endsWith('_percent') ? ' (%)' : ''}`,
    })),
  ];
}
