import type { Static } from 'typebox';
import { type behaviour, type WarningCode, warningCodes } from '../../sql/marts/behaviour.ts';
import { type Html, html } from './html.ts';
import { fillText } from './language/format.ts';
import type { Language } from './language/languages.ts';

/** Manner of trading as a reader sees it; null if it is hidden or if there is no data. */
export type Behaviour = Static<typeof behaviour>;

/** Manner of trading with the reasons why a page can't tell it. */
export interface Behaving {
  readonly updated_at: string | null;
  readonly behaviour: Behaviour | null;
  /** True if the owner hides the whole section. */
  readonly isHidden: boolean;
}

/** Most warnings that stand next to the badges; the others are on a page of their own. */
const mostShown = 3;

/** Returns the behaviour of a page's account. */
export const behavingOf = (account: {
  readonly updated_at: string | null;
  readonly behaviour: Behaviour | null;
  readonly hidden: readonly string[];
}): Behaving => ({ ...account, isHidden: account.hidden.includes('behaviour') });

/** Returns the sentence of each warning, in order. */
export const warningSentences = (
  found: Behaviour,
  language: Language,
): (readonly [WarningCode, string])[] =>
  warningCodes.flatMap((code) =>
    found.warnings.some((warning) => warning.code === code)
      ? [[code, sentenceOf(code, found, language)] as const]
      : [],
  );

function sentenceOf(code: WarningCode, found: Behaviour, language: Language): string {
  const { words, format } = language;
  const { sentences } = words.behaviour;
  const percent = (value: number | null) => format.percent(value, digitsOf(value));
  const times = (value: number | null) => format.number(value, digitsOf(value));
  switch (code) {
    case 'lots_grow_after_losses':
      return fillText(sentences[code], {
        loss: percent(found.larger_after_loss_percent),
        win: percent(found.larger_after_win_percent),
      });
    case 'adds_to_losers':
      return fillText(sentences[code], {
        value: percent(found.baskets.adds_to_three_losers_percent),
      });
    case 'no_stops':
      return fillText(sentences[code], { value: percent(found.without_stop_percent) });
    case 'holds_losers':
      return fillText(sentences[code], { value: times(found.holding_ratio) });
    case 'one_loss_takes_many_wins':
      return fillText(sentences[code], { value: times(found.wins_lost_in_worst_basket) });
    case 'few_decisions':
      return language.counted(sentences[code], found.decisions);
  }
}

/** One decimal below 10, none from there on and for whole numbers. */
const digitsOf = (value: number | null): number =>
  value === null || value >= 9.95 || Number.isInteger(Number(value.toFixed(1))) ? 0 : 1;

/** Says what can't be told, by the reason: hidden, too few trades, or not in the data. */
export function missingSentences(
  { behaviour: found, isHidden }: Behaving,
  { words }: Language,
): string[] {
  const { behaviour: texts } = words;
  const partNames: Readonly<Record<string, string>> = texts.parts;
  if (isHidden) return [texts.hidden];
  const missing = found?.not_assessed ?? [];
  return (['hidden', 'too_few', 'unknown'] as const).flatMap((reason) => {
    const parts = missing
      .filter((entry) => entry.reason === reason)
      .map(({ code }) => partNames[code]);
    return parts.length === 0 ? [] : [fillText(texts.reasons[reason], { parts: parts.join(', ') })];
  });
}

/**
 * Says in one sentence how an account trades: its first warning, else what can't be told of it,
 * else that there are no warnings. Null if nothing is known.
 */
export function mannerOf(account: Behaving, language: Language): string | null {
  const { behaviour: found, isHidden } = account;
  if (found === null && !isHidden) return null;
  const [warned] = found === null ? [] : warningSentences(found, language);
  const [missing] = missingSentences(account, language);
  return warned?.[1] ?? missing ?? language.words.behaviour.none;
}

/** Returns short names of the warnings, for lists and widgets, and of what is hidden. */
export function shortWarnings(
  { updated_at, behaviour: found, isHidden }: Behaving,
  { words: { behaviour: texts } }: Language,
): { warned: string[]; hidden: string[] } {
  if (updated_at === null) return { warned: [], hidden: [] };
  if (isHidden) return { warned: [], hidden: [texts.hiddenShort] };
  const warningNames: Readonly<Record<string, string>> = texts.short;
  const hiddenNames: Readonly<Record<string, string>> = texts.partsHidden;
  const missing = found?.not_assessed ?? [];
  return {
    warned: (found?.warnings ?? []).flatMap(({ code }) => warningNames[code] ?? []),
    hidden: missing.flatMap(({ code, reason }) =>
      reason === 'hidden' ? (hiddenNames[code] ?? []) : [],
    ),
  };
}

/** Builds the short warnings below the name of an account; null if it has no warnings. */
export function warningSigns(account: Behaving, language: Language): Html | null {
  const { warned, hidden } = shortWarnings(account, language);
  if (warned.length + hidden.length === 0) return null;
  return html` <span class="ticks">${warned.map((text) => html`<span class="warned">⚠ ${text}</span> `)}${hidden.map((text) => html`<span class="untold">${text}</span> `)}</span>`;
}

/**
 * List next to the badges: a sentence for each warning, then what can't be told. A record without
 * warnings says so, so that badges never stand alone.
 */
export function behaviourStrip(slug: string, account: Behaving, language: Language): Html | null {
  if (account.updated_at === null || (account.behaviour === null && !account.isHidden)) return null;
  const { words, to } = language;
  const { behaviour: texts } = words;
  const warned = account.behaviour === null ? [] : warningSentences(account.behaviour, language);
  const missing = missingSentences(account, language);
  const page = to(`/account/${slug}/behaviour`);
  const more = warned.length - mostShown;
  const link =
    more > 0
      ? fillText(texts.more, { count: language.format.count(more) })
      : warned.length > 0 || missing.length > 0
        ? texts.title
        : texts.none;
  return html`<ul class="manner" aria-label="${texts.title}">${warned.slice(0, mostShown).map(
    ([, sentence]) =>
      html`<li class="warned"><span aria-hidden="true">⚠</span> ${sentence}</li>
`,
  )}${missing.map((sentence) => html`<li class="untold">${sentence}</li>\n`)}<li><a href="${page}">${link}</a></li></ul>`;
}
