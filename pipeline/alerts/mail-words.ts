import type { Message, MessageDetails, MessageKind } from './message.ts';

type Text = { readonly subject: string; readonly text: string };

/** Words of mails in one language; names in braces are placeholders. */
export interface MailWords {
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

const en: MailWords = {
  locale: 'en-GB',
  kinds: {
    drawdown: {
      subject: '{name}: drawdown of {drawdown}',
      text: '{name} is {drawdown} below its peak. Your limit is {limit}. The drawdown began on {since}.',
    },
    stale: {
      subject: '{name}: no new data since {day}',
      text: 'The newest data of {name} is from {day}, more than a week ago. Check whether your terminal, program or broker connection still sends.',
    },
    unreconciled: {
      subject: '{name} does not reconcile',
      text: 'The trades and deposits of {name} don’t add up to the balance in your platform’s report. Difference: {gap}. Usually some data is missing: upload a statement of the whole history.',
    },
    lapsed: {
      subject: '{name}: verification lapsed',
      text: 'The verification of {name} lapsed on {day}, because data that it covers changed. Ask the operator to renew it.',
    },
    new_month: {
      subject: '{name}: {month} is complete',
      text: '{name} in {month}: return {return}, profit {profit}.',
    },
    confirm: {
      subject: 'Confirm your address for alerts from {host}',
      text: 'Someone asked for alerts from {host} at this address. If that was you, open this link within two days and confirm:\n\n{confirm}\n\nIf not, do nothing: you get no further mail.',
    },
    test: {
      subject: 'Test of your alerts from {host}',
      text: 'This is the test that you asked for. Alerts reach you at this address.',
    },
  },
  unknown: 'unknown',
  account: 'Your account:',
  otherAmounts:
    'Amounts that your platform printed for {name} differ from what its trades and deposits add up to. Usually some data is missing: upload a statement of the whole history.',
  settings: 'You can change your alerts at {settings}.',
  unsubscribe: 'To get no mail from here again, open:',
};

const de: MailWords = {
  locale: 'de-DE',
  kinds: {
    drawdown: {
      subject: '{name}: Drawdown von {drawdown}',
      text: '{name} liegt {drawdown} unter dem Höchststand. Ihre Grenze ist {limit}. Der Drawdown begann am {since}.',
    },
    stale: {
      subject: '{name}: keine neuen Daten seit {day}',
      text: 'Die neuesten Daten von {name} sind vom {day}, also älter als eine Woche. Prüfen Sie, ob Ihr Terminal, Ihr Programm oder Ihre Verbindung zum Broker noch sendet.',
    },
    unreconciled: {
      subject: '{name} stimmt nicht mit dem Bericht der Plattform überein',
      text: 'Die Trades und Einzahlungen von {name} passen nicht zum Kontostand, den Ihre Plattform ausweist. Unterschied: {gap}. Meist fehlen Daten: Laden Sie einen Kontoauszug der ganzen Historie hoch.',
    },
    lapsed: {
      subject: '{name}: Bestätigung erloschen',
      text: 'Die Bestätigung von {name} ist am {day} erloschen, weil sich Daten geändert haben, für die sie galt. Bitten Sie den Betreiber, sie zu erneuern.',
    },
    new_month: {
      subject: '{name}: {month} ist abgeschlossen',
      text: '{name} im {month}: Rendite {return}, Gewinn {profit}.',
    },
    confirm: {
      subject: 'Bestätigen Sie Ihre Adresse für Meldungen von {host}',
      text: 'Jemand möchte sich Meldungen von {host} an diese Adresse schicken lassen. Wenn Sie das waren, öffnen Sie innerhalb von zwei Tagen diesen Link und bestätigen Sie:\n\n{confirm}\n\nWenn nicht, tun Sie nichts: Sie bekommen keine weitere Mail.',
    },
    test: {
      subject: 'Test Ihrer Meldungen von {host}',
      text: 'Das ist der Test, den Sie angefordert haben. Meldungen erreichen Sie unter dieser Adresse.',
    },
  },
  unknown: 'unbekannt',
  account: 'Ihr Konto:',
  otherAmounts:
    'Beträge, die Ihre Plattform für {name} ausweist, weichen von dem ab, was die Trades und Einzahlungen ergeben. Meist fehlen Daten: Laden Sie einen Kontoauszug der ganzen Historie hoch.',
  settings: 'Ihre Meldungen ändern Sie unter {settings}.',
  unsubscribe: 'Um keine Mails mehr von hier zu bekommen, öffnen Sie:',
};

const es: MailWords = {
  locale: 'es-ES',
  kinds: {
    drawdown: {
      subject: '{name}: drawdown del {drawdown}',
      text: '{name} está un {drawdown} por debajo de su máximo. Su límite es el {limit}. El drawdown empezó el {since}.',
    },
    stale: {
      subject: '{name}: sin datos nuevos desde el {day}',
      text: 'Los datos más recientes de {name} son del {day}, hace más de una semana. Compruebe si su terminal, su programa o su conexión con el bróker sigue enviando datos.',
    },
    unreconciled: {
      subject: '{name} no cuadra con el informe de la plataforma',
      text: 'Las operaciones y los depósitos de {name} no coinciden con el balance del informe de su plataforma. Diferencia: {gap}. Normalmente faltan datos: suba un extracto de todo el historial.',
    },
    lapsed: {
      subject: '{name}: verificación caducada',
      text: 'La verificación de {name} caducó el {day}, porque cambiaron los datos que cubría. Pida al operador que la renueve.',
    },
    new_month: {
      subject: '{name}: {month} está completo',
      text: '{name} en {month}: rentabilidad {return}, beneficio {profit}.',
    },
    confirm: {
      subject: 'Confirme su dirección para las alertas de {host}',
      text: 'Alguien quiere recibir alertas de {host} en esta dirección. Si fue usted, abra este enlace en un plazo de dos días y confirme:\n\n{confirm}\n\nSi no fue usted, no haga nada: no recibirá más correos.',
    },
    test: {
      subject: 'Prueba de sus alertas de {host}',
      text: 'Esta es la prueba que pidió. Las alertas le llegan a esta dirección.',
    },
  },
  unknown: 'desconocido',
  account: 'Su cuenta:',
  otherAmounts:
    'Hay importes del informe de su plataforma para {name} que no coinciden con lo que suman sus operaciones y depósitos. Normalmente faltan datos: suba un extracto de todo el historial.',
  settings: 'Puede cambiar sus alertas en {settings}.',
  unsubscribe: 'Para no recibir más correos de aquí, abra:',
};

/** Words of mails by language. */
export const mailWords: Readonly<Record<string, MailWords>> & { readonly en: MailWords } = {
  en,
  de,
  es,
};

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
