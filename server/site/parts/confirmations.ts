import { broker } from '../../../pipeline/registry/words.ts';
import type { PageAccount } from '../account.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { type Badge, badges, confirmationOf, isProved, withoutWord } from './badges.ts';
import { hasManyLate } from './observed.ts';

/** Row of the table: what was confirmed, how, by whom, and on or up to which day. */
interface Row {
  readonly what: Html;
  readonly how: HtmlContent;
  readonly whom: HtmlContent;
  readonly day: string | null;
}

/** Table of what was confirmed, by whom and how: the two badges, printed figures, observation. */
export function confirmations(account: PageAccount, language: Language): Html {
  const { verification: texts } = language.words;
  const { format } = language;
  const rows = [
    ...badges.map((badge) => ofBadge(badge, account, language)),
    ofFigures(account, language),
    ofObservation(account, language),
  ].filter((row) => row !== null);
  return html`<table class="confirmations stacks" role="table">
<thead role="rowgroup"><tr role="row">${[texts.what, texts.how, texts.whom, texts.day].map((head, at) => html`<th scope="col" role="columnheader"${at === 3 && html` class="num"`}>${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ({ what, how, whom, day }) =>
      html`<tr role="row"><th scope="row" role="rowheader">${what}</th><td role="cell">${how}</td><td role="cell">${whom}</td><td role="cell" class="num">${day ?? format.unknown}</td></tr>
`,
  )}</tbody></table>`;
}

const signed = (sign: string, className: string, text: string): Html =>
  html`<span class="${className}"><span aria-hidden="true">${sign}</span> ${text}</span>`;

/** Row of a badge. A portfolio without one of its own rests on its accounts. */
function ofBadge(badge: Badge, account: PageAccount, language: Language): Row {
  const { verification: texts, search } = language.words;
  const { format } = language;
  const { verified, updated_at } = account;
  const confirmed = account.verified_by[badge];
  if (confirmed === null) {
    const { isOfAll, text } = withoutWord(badge, account, language);
    const what = isOfAll ? signed('✓', 'tick', text) : signed('○', 'no-tick', text);
    return { what, how: isOfAll ? texts.seeAccounts : null, whom: null, day: null };
  }
  const { says, whom, at } = confirmationOf(badge, confirmed, account, language);
  const isWhole = badge === 'identity' || verified.covered_until === null;
  const name = badge === 'identity' ? search.identity : search.trackRecord;
  const className = isProved(account) || confirmed.by === broker ? 'tick' : 'tick by-word';
  const until = verified.covered_until ?? updated_at;
  const upTo = until && fillText(texts.upTo, { day: format.day(until) });
  return {
    what: isWhole ? signed('✓', className, name) : signed('○', 'no-tick', name),
    how: says,
    whom,
    day: badge === 'identity' ? at && format.day(at) : upTo,
  };
}

/** Row of the figures that the platform printed; null before there is data. */
function ofFigures(
  { reconciled, updated_at, checked }: PageAccount,
  language: Language,
): Row | null {
  if (updated_at === null) return null;
  const { verification: texts, ways, account } = language.words;
  const printed = checked?.printed_at ?? null;
  const how = reconciled === null ? ways.notCompared : reconciled ? ways.reconciles : ways.differs;
  const link = html`<a href="#checked">${account.howChecked}</a>`;
  return {
    what:
      reconciled === true
        ? signed('✓', 'tick by-word', texts.printed)
        : signed('○', 'no-tick', texts.printed),
    how: html`${how} ${link}`,
    whom: reconciled === null ? null : texts.thisSite,
    day: printed && fillText(texts.upTo, { day: language.format.day(printed) }),
  };
}

/** Row of the trades that closed while anybody could watch; null if that is not known. */
function ofObservation(account: PageAccount, language: Language): Row | null {
  const { verification: texts } = language.words;
  const { format, counted } = language;
  const { observed, published_at } = account;
  if (observed === null || observed.from === null || published_at === null) return null;
  const trades = observed.after?.trades ?? 0;
  const isLate = hasManyLate(account);
  const late = isLate
    ? ` ${fillText(language.words.observed.lateShare, { percent: format.percent(observed.late_percent, 1) })}`
    : '';
  return {
    what:
      isLate || trades === 0
        ? signed('○', 'no-tick', texts.watched)
        : signed('✓', 'tick by-word', texts.watched),
    how: `${counted(texts.watchedTrades, trades)}${late}`,
    whom: texts.thisSite,
    day: fillText(texts.from, { day: format.day(observed.from) }),
  };
}
