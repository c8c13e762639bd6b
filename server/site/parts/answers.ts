import { warningCodes } from '../../../sql/marts/behaviour.ts';
import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { badges, ofSomeMembers } from './badges.ts';
import { sourcesOf } from './provenance.ts';
import { fallOf } from './story.ts';

const answer = (sentences: readonly (Html | string | null | false)[]): Html | null => {
  const known = sentences.filter((sentence) => sentence !== null && sentence !== false);
  if (known.length === 0) return null;
  return html`<p class="story">${known.map((sentence, at) => html`${at > 0 && ' '}${sentence}`)}</p>`;
};

/** Nothing falls by more than everything, although the figure may be rounded to 100. */
const almostAll = 99.99;

const bold = (text: string): Html => html`<b>${text}</b>`;

/** Answers how deep a record falls: the worst fall, a bad day, and what chance alone can do. */
export function answerOfRisk(account: PageAccount, language: Language): Html | null {
  const { advanced, luck, updated_at } = account;
  if (updated_at === null) return null;
  const { words, format } = language;
  const { answers: texts } = words;
  const badDay = advanced?.value_at_risk_95_percent ?? null;
  const byChance = luck?.max_drawdown_percent?.high ?? null;
  return answer([
    html`${fallOf(account, language)}`,
    badDay !== null && badDay < 0 && fill(texts.badDay, { loss: bold(format.percent(-badDay)) }),
    byChance !== null &&
      fill(texts.byChance, { fall: bold(format.percent(Math.min(byChance, almostAll))) }),
  ]);
}

/** Answers how an account trades: how often, how long, and how many warnings apply to it. */
export function answerOfBehaviour(account: PageAccount, language: Language): Html | null {
  const { behaviour: found, advanced } = account;
  if (found === null || found.entries === 0) return null;
  const { words, format, counted } = language;
  const { answers: texts } = words;
  const { decisions_a_month: often, warnings, not_assessed: untold } = found;
  const hours = advanced?.avg_trade_length_hours ?? null;
  const won = advanced?.win_rate ?? null;
  const assessable = warningCodes.length - untold.length;
  const of = (text: string) => bold(fillText(text, { all: format.count(assessable) }));
  return answer([
    often !== null && fill(texts.often, { decisions: bold(format.number(often, 1)) }),
    hours !== null &&
      won !== null &&
      fill(texts.held, {
        time: bold(format.duration(hours * 3600)),
        won: bold(format.percent(won, 0)),
      }),
    assessable > 0 &&
      of(warnings.length === 0 ? texts.unwarned : counted(texts.warned, warnings.length)),
    untold.length > 0 && counted(texts.untold, untold.length),
  ]);
}

/** Answers where a record comes from, if it matches the platform, and what nobody confirmed. */
export function answerOfVerification(account: PageAccount, language: Language): Html | null {
  const { provenance, updated_at, reconciled, verified_by, verified } = account;
  if (updated_at === null) return null;
  const { words, format } = language;
  const { answers: texts, ways } = words;
  const sources = provenance === null ? null : sourcesOf(provenance, language);
  const missing = badges.filter(
    (badge) =>
      verified_by[badge] === null &&
      !verified[badge] &&
      ofSomeMembers(badge, account, language) === null,
  );
  return answer([
    sources !== null &&
      fill(texts.read, { sources: bold(sources), day: bold(format.day(updated_at)) }),
    reconciled === null ? ways.notCompared : reconciled ? ways.reconciles : ways.differs,
    missing.length === badges.length
      ? bold(texts.nobody)
      : missing.length > 0 && bold(`${words.account.missing[missing[0] ?? 'identity']}.`),
  ]);
}
