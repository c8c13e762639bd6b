import type { SearchOrder } from '../../accounts/search.ts';
import type { PublicAccount } from '../account.ts';
import { type Behaving, warningSigns } from '../behaviour-warnings.ts';
import { figure } from '../cells.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { ageOf } from '../periods.ts';
import { isProved, ofSomeMembers } from './badges.ts';
import { hasManyLate, type Watched } from './observed.ts';

/** Account of a list with its curve. */
export interface AccountLine {
  readonly account: PublicAccount;
  /** Drawing of the curve; null if it is hidden or has no days. */
  readonly curve: Html | null;
  readonly sharpe: number | null;
  readonly trades: number | null;
  /** Manner of trading, as far as readers may know it. */
  readonly behaving: Behaving;
  /** When it was public, as far as readers may know. */
  readonly watched: Watched;
  /** True if the newest data is older than a week. */
  readonly isStale: boolean;
}

/** Order of a list, and the addresses that sort it in other ways. */
export interface Sorted {
  readonly order: string;
  address(order: string): string;
}

/** Index of the first column that screens of middle width leave out. */
const firstRare = 8;

/** Table of published accounts; heads sort it in both directions if `sorted` is given. */
export function list(found: readonly AccountLine[], language: Language, sorted?: Sorted): Html {
  const { search: texts } = language.words;
  const heads = [
    [texts.account, 'name'],
    [texts.signs, null],
    [texts.growth, null],
    [texts.return, '-twr_percent'],
    [texts.perYear, '-cagr_percent'],
    [texts.columnDrawdown, 'max_drawdown_percent'],
    [texts.sharpe, '-sharpe_ratio_annualized'],
    [texts.trades, '-total_trades'],
    [texts.age, '-age_days'],
    [language.words.observed.watched, '-observed_months'],
    [texts.until, '-updated_at'],
  ] as const satisfies readonly (readonly [head: string, order: SearchOrder | null])[];
  const headOf = ([head, order]: (typeof heads)[number], at: number) => {
    const isUsual = sorted?.order === order;
    const isSorted = order !== null && (isUsual || sorted?.order === opposite(order));
    const next = order !== null && isUsual ? opposite(order) : order;
    const link = sorted && next !== null && html`<a href="${sorted.address(next)}">${head}</a>`;
    const classes = [at > 2 && 'num', (at === 2 || at >= firstRare) && 'rare']
      .filter(Boolean)
      .join(' ');
    return html`<th scope="col" role="columnheader"${classes !== '' && html` class="${classes}"`}${isSorted && html` aria-sort="${directionOf(sorted?.order ?? order)}"`}>${link || head}</th>`;
  };
  return html`<table class="list stacks" role="table">
<thead role="rowgroup"><tr role="row">${heads.map(headOf)}</tr></thead>
<tbody role="rowgroup">
${found.map((entry) => row(entry, language))}</tbody></table>
${found.length > 1 && html`<form id="compare" class="compare-ticked save" action="/compare" method="get">${language.isChosen && html`<input type="hidden" name="lang" value="${language.code}">`}<button type="submit">${language.words.compare.button}</button></form>`}
${legend(language)}`;
}

/** Explains the colours of ticks. */
function legend({ words }: Language): Html {
  const { proved, byWord, none } = words.search.legend;
  const signs = [
    ['tick', '✓', proved],
    ['tick by-word', '✓', byWord],
    ['no-tick', '○', none],
  ] as const;
  return html`<p class="hint">${signs.map(([className, sign, text], at) => html`${at > 0 && ' · '}<span class="${className}">${sign}</span> ${text}`)}</p>`;
}

const opposite = (order: string): string => (order.startsWith('-') ? order.slice(1) : `-${order}`);

/** Returns the direction of the values in the column. The newest account has the lowest age. */
const directionOf = (order: string): 'ascending' | 'descending' =>
  order.startsWith('-') ? 'descending' : 'ascending';

function row(line: AccountLine, language: Language): Html {
  const { account, curve, sharpe, trades, behaving, watched, isStale } = line;
  const { slug, name, owner, platform, currency, type, reconciled, performance } = account;
  const { format, words, to } = language;
  const { search: texts } = words;
  const { twr_percent, max_drawdown_percent, cagr_percent, open_profit_percent } = performance;
  const loss = open_profit_percent === null ? 0 : -open_profit_percent;
  const isDeep = max_drawdown_percent !== null && loss > max_drawdown_percent;
  const shownLoss = fillText(texts.openLoss, { loss: format.percent(loss, 1) });
  const facts = [owner.name, type === 'portfolio' ? texts.portfolio : platform, currency];
  const gap = reconciled === false && html` · <span class="gap">${texts.gap}</span>`;
  const old = isStale && html` · <span class="gap">${texts.stale}</span>`;
  const deep = isDeep && html` · <span class="gap">${shownLoss}</span>`;
  const numbers: [place: string, label: string, text: HtmlContent][] = [
    ['twr_percent', texts.return, figure(format.signedPercent(twr_percent), twr_percent)],
    ['cagr_percent', texts.perYear, figure(format.signedPercent(cagr_percent), cagr_percent)],
    ['max_drawdown_percent', texts.columnDrawdown, format.percent(max_drawdown_percent)],
    ['sharpe_ratio_annualized', texts.sharpe, figure(format.number(sharpe), sharpe)],
    ['total_trades', texts.trades, format.count(trades)],
    ['age_days', texts.age, ageIn(account, language)],
    ['observed_months', words.observed.watched, watchedIn(watched, account, language)],
    ['updated_at', texts.until, untilOf(account, isStale, language)],
  ];
  return html`<tr role="row"><th scope="row" role="rowheader"><input type="checkbox" form="compare" name="slug" value="${slug}" aria-label="${fillText(words.compare.tick, { name })}"> <a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a><span class="facts-small">${facts.filter((fact) => fact !== null).map((fact, at) => html`${at > 0 && ' · '}<bdi>${fact}</bdi>`)}${gap}${deep}${old}</span></th>
<td role="cell" class="signs">${ticksOf(account, language)}${warningSigns(behaving, language)}</td>
<td role="cell" class="growth rare">${curve}</td>
${numbers.map(
  ([place, label, text], at) =>
    html`<td role="cell" data-figure="${place}" class="num${at >= firstRare - 3 && ' rare'}"><span class="head" aria-hidden="true">${label}</span>${text}</td>`,
)}</tr>
`;
}

function untilOf(
  { updated_at }: PublicAccount,
  isStale: boolean,
  { format }: Language,
): HtmlContent {
  if (updated_at === null) return format.unknown;
  const day = format.day(updated_at);
  return isStale ? html`<span class="gap">${day}</span>` : day;
}

/** Says of each badge whether the account has it, or up to which day. Proved ones are green. */
export function ticksOf(account: PublicAccount, language: Language): Html {
  const { words, format } = language;
  const { verified } = account;
  const { search: texts } = words;
  const { identity, track_record, covered_until: day } = verified;
  const confirmed = isProved(account) ? 'tick' : 'tick by-word';
  const tick = (isWhole: boolean, text: string) =>
    html`<span class="${isWhole ? confirmed : 'no-tick'}"><span aria-hidden="true">${isWhole ? '✓' : '○'}</span> ${text}</span>`;
  const ofSome = (badge: 'identity' | 'track_record') =>
    ofSomeMembers(badge, account, language, texts.ofSomeMembers);
  const ofOwner = identity
    ? tick(true, texts.identity)
    : tick(false, ofSome('identity') ?? texts.noIdentity);
  const ofRecord = () => {
    if (track_record) return tick(true, texts.trackRecord);
    return day === null
      ? tick(false, ofSome('track_record') ?? texts.noTrackRecord)
      : tick(false, fillText(texts.recordUntil, { day: format.day(day) }));
  };
  return html` <span class="ticks">${ofOwner} ${ofRecord()}</span>`;
}

/** Time since strangers could watch it, with a share of trades that came afterwards. */
function watchedIn(
  watched: Watched,
  { updated_at }: PublicAccount,
  language: Language,
): HtmlContent {
  const { format, words } = language;
  const { from = null, after = null, late_percent = null } = watched.observed ?? {};
  if (from === null || after === null || updated_at === null) return format.unknown;
  const age = ageOf(from, updated_at, language);
  if (!hasManyLate(watched)) return age;
  const late = fillText(words.observed.lateShort, { percent: format.percent(late_percent, 0) });
  return html`${age} <span class="gap">${late}</span>`;
}

/** Age of the record, as the account's page tells it. */
const ageIn = (
  { updated_at, performance: { since } }: PublicAccount,
  language: Language,
): string =>
  since === null || updated_at === null
    ? language.format.unknown
    : ageOf(since, updated_at, language);
