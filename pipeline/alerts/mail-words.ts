import type { Message, MessageDetails, MessageKind } from './message.ts';

type Text = { readonly subject: string; readonly text: string };

/** Words of mails in one language; names in braces are placeholders. */
export interface MailWords {
  /** Of numbers and days. */
  readonly locale: string;
  readonly kinds: Readonly<Record<MessageKind, Text>>;
  /** Text of `unreconciled` if other amounts than the balance differ, or those of a member. */
  readonly otherAmounts: string;
  /** In place of a figure that is not known. */
  readonly unknown: string;
  readonly account: string;
  /** For owners; a mail that asks for consent may reach somebody else. */
  readonly settings: string;
  readonly unsubscribe: string;
}

interface Links {
  readonly confirm: string;
  readonly unsubscribe: string;
}

/**
 * Returns subject and text of a mail. Texts of owners fill placeholders and are never read as such.
 */
export function mailText(
  words: MailWords,
  message: Message,
  baseUrl: string,
  links: Links,
  siteName: string | null = null,
): Text {
  const { kind, account } = message;
  const name = account === null ? '' : oneLine(account.name);
  const values = {
    ...valuesOf(words, message),
    name,
    host: siteName ?? new URL(baseUrl).host,
    confirm: links.confirm,
  };
  const { subject } = words.kinds[kind];
  const text = differsElsewhere(message) ? words.otherAmounts : words.kinds[kind].text;
  const settings =
    kind === 'confirm' ? '' : `${filled(words.settings, { settings: `${baseUrl}/me/alerts` })} `;
  const ofAccount =
    account === null ? [] : [`${words.account} ${baseUrl}/me/accounts/${account.slug}`];
  const foot = `-- \n${settings}${words.unsubscribe}\n${links.unsubscribe}`;
  return {
    subject: filled(subject, values),
    text: `${[filled(text, values), ...ofAccount, foot].join('\n\n')}\n`,
  };
}

/** Returns true if an account does not reconcile, but not because of its balance. */
const differsElsewhere = ({ kind, details }: Message): boolean =>
  kind === 'unreconciled' && (details as MessageDetails['unreconciled']).gap === null;

const oneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);

function valuesOf(
  { locale, unknown }: MailWords,
  { kind, details }: Message,
): Readonly<Record<string, string>> {
  const percent = (value: number | null, options: Intl.NumberFormatOptions = {}) =>
    value === null
      ? unknown
      : new Intl.NumberFormat(locale, {
          style: 'percent',
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
          ...options,
        }).format(value / 100);
  const money = (value: number | null, currency: string | null) =>
    value === null
      ? unknown
      : `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)} ${currency ?? ''}`.trim();
  const dated = (text: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(text));
  const day = (text: string) => dated(text, { dateStyle: 'long' });
  const writers: {
    readonly [Kind in MessageKind]: (
      details: MessageDetails[Kind],
    ) => Readonly<Record<string, string>>;
  } = {
    drawdown: ({ drawdown_percent, limit_percent, since }) => ({
      drawdown: percent(drawdown_percent),
      limit: percent(limit_percent, { minimumFractionDigits: 0 }),
      since: day(since),
    }),
    stale: ({ updated_at }) => ({ day: day(updated_at) }),
    unreconciled: ({ gap, currency }) => ({ gap: money(gap, currency) }),
    lapsed: ({ lapsed_at }) => ({ day: day(lapsed_at) }),
    new_month: ({ month, return_percent, profit, currency }) => ({
      month: dated(`${month}-01T00:00:00Z`, { month: 'long', year: 'numeric' }),
      return: percent(return_percent, { signDisplay: 'exceptZero' }),
      profit: money(profit, currency),
    }),
    confirm: () => ({}),
    test: () => ({}),
  };
  return (writers[kind] as (details: MessageDetails[MessageKind]) => Record<string, string>)(
    details,
  );
}
