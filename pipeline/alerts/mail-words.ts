import type { Message, MessageDetails, MessageKind } from './message.ts';

type Text = { readonly subject: string; readonly text: string };

/** Words of mails in one language; names in braces are placeholders. */
export interface MailWords {
  readonly locale: string;
  readonly kinds: Readonly<Record<MessageKind, Text>>;
  /** In place of a figure that is not known. */
  readonly unknown: string;
  readonly account: string;
  readonly foot: string;
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
      text: 'The newest data of {name} is of {day}, more than a week ago. Check whether your terminal, program or broker connection still sends.',
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
      subject: 'Confirm your address for alerts of {host}',
      text: 'Someone asked for alerts from {host} at this address. If that was you, open this link within two days and confirm:\n\n{confirm}\n\nIf not, do nothing: you get no further mail.',
    },
    test: {
      subject: 'Test of your alerts from {host}',
      text: 'This is the test that you asked for. Alerts reach you at this address.',
    },
  },
  unknown: 'unknown',
  account: 'Your account:',
  foot: 'You can change your alerts at {settings}. To get no mail from here again, open:',
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
      subject: '{name} stimmt nicht überein',
      text: 'Die Trades und Einzahlungen von {name} passen nicht zum Kontostand, den Ihre Plattform ausweist. Unterschied: {gap}. Meist fehlen Daten: Laden Sie einen Auszug über die ganze Zeit hoch.',
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
      text: 'Jemand möchte Meldungen von {host} an diese Adresse. Wenn Sie das waren, öffnen Sie innerhalb von zwei Tagen diesen Link und bestätigen Sie:\n\n{confirm}\n\nWenn nicht, tun Sie nichts: Sie bekommen keine weitere Mail.',
    },
    test: {
      subject: 'Test Ihrer Meldungen von {host}',
      text: 'Das ist der Test, den Sie wollten. Meldungen erreichen Sie unter dieser Adresse.',
    },
  },
  unknown: 'unbekannt',
  account: 'Ihr Konto:',
  foot: 'Ihre Meldungen ändern Sie unter {settings}. Um von hier keine Mail mehr zu bekommen, öffnen Sie:',
};

const es: MailWords = {
  locale: 'es-ES',
  kinds: {
    drawdown: {
      subject: '{name}: caída del {drawdown}',
      text: '{name} está un {drawdown} por debajo de su máximo. Su límite es {limit}. La caída empezó el {since}.',
    },
    stale: {
      subject: '{name}: sin datos nuevos desde el {day}',
      text: 'Los datos más recientes de {name} son del {day}, hace más de una semana. Compruebe si su terminal, su programa o su conexión con el bróker sigue enviando.',
    },
    unreconciled: {
      subject: '{name} no cuadra',
      text: 'Las operaciones y los depósitos de {name} no coinciden con el balance del informe de su plataforma. Diferencia: {gap}. Casi siempre faltan datos: suba un extracto de todo el historial.',
    },
    lapsed: {
      subject: '{name}: verificación caducada',
      text: 'La verificación de {name} caducó el {day}, porque cambiaron datos que cubría. Pida al operador que la renueve.',
    },
    new_month: {
      subject: '{name}: {month} está completo',
      text: '{name} en {month}: rentabilidad {return}, beneficio {profit}.',
    },
    confirm: {
      subject: 'Confirme su dirección para las alertas de {host}',
      text: 'Alguien quiere recibir alertas de {host} en esta dirección. Si fue usted, abra este enlace antes de dos días y confirme:\n\n{confirm}\n\nSi no, no haga nada: no recibirá más correos.',
    },
    test: {
      subject: 'Prueba de sus alertas de {host}',
      text: 'Esta es la prueba que pidió. Las alertas le llegan a esta dirección.',
    },
  },
  unknown: 'desconocido',
  account: 'Su cuenta:',
  foot: 'Puede cambiar sus alertas en {settings}. Para no recibir más correos de aquí, abra:',
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
export function mailText(words: MailWords, message: Message, baseUrl: string, links: Links): Text {
  const { kind, account } = message;
  const name = account === null ? '' : oneLine(account.name);
  const values = {
    ...valuesOf(words, message),
    ...{ name, host: new URL(baseUrl).host, confirm: links.confirm },
  };
  const { subject, text } = words.kinds[kind];
  const settings = `${baseUrl}/me/alerts`;
  const ofAccount =
    account === null ? [] : [`${words.account} ${baseUrl}/me/accounts/${account.slug}`];
  const foot = `-- \n${filled(words.foot, { settings })}\n${links.unsubscribe}`;
  return {
    subject: filled(subject, values),
    text: `${[filled(text, values), ...ofAccount, foot].join('\n\n')}\n`,
  };
}

const oneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);

function valuesOf(
  { locale, unknown }: MailWords,
  { kind, details }: Message,
): Readonly<Record<string, string>> {
  const percent = (value: number | null) =>
    value === null
      ? unknown
      : `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)} %`;
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
      limit: percent(limit_percent),
      since: day(since),
    }),
    stale: ({ updated_at }) => ({ day: day(updated_at) }),
    unreconciled: ({ gap, currency }) => ({ gap: money(gap, currency) }),
    lapsed: ({ lapsed_at }) => ({ day: day(lapsed_at) }),
    new_month: ({ month, return_percent, profit, currency }) => ({
      month: dated(`${month}-01T00:00:00Z`, { month: 'long', year: 'numeric' }),
      return: percent(return_percent),
      profit: money(profit, currency),
    }),
    confirm: () => ({}),
    test: () => ({}),
  };
  return (writers[kind] as (details: MessageDetails[MessageKind]) => Record<string, string>)(
    details,
  );
}
