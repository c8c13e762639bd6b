import type { OwnerWords } from '../words.ts';

/** German words of the list of what was sent in for an account. */
export const deliveries: OwnerWords['deliveries'] = {
  title: 'Gesendete Daten',
  lead: 'Kontoauszüge und Daten für {account}, die neuesten zuerst. Was falsch ist, können Sie zurückziehen.',
  done: 'Zurückgezogen. Der nächste Lauf berechnet Ihre Kennzahlen ohne diese Daten.',
  closed: 'Der Betreiber lädt dieses Konto. Bitten Sie ihn, Daten zu entfernen.',
  none: 'Noch nichts.',
  received: 'Empfangen',
  from: 'Von',
  rows: 'Zeilen',
  rejected: 'Abgelehnt',
  state: 'Zustand',
  action: 'Aktion',
  withdrawLink: 'Zurückziehen…',
  sources: {
    operator_file: 'Datei des Betreibers',
    owner_statement: 'Kontoauszug',
    owner_api: 'Programm',
    terminal: 'Terminal',
    broker_api: 'Broker',
    feed: 'Feed',
  },
  states: {
    received: 'Wartet auf den nächsten Lauf',
    loaded: 'Geladen',
    published: 'In Ihren Kennzahlen',
    refused: 'Abgelehnt',
  },
  withdrawn: 'Zurückgezogen {instant}',
  withdrawTitle: 'Diese Daten zurückziehen?',
  withdrawLead: '{delivery}, empfangen {instant}, für {account}.',
  brought: 'Sie enthielten:',
  nothing: 'Sie haben keine Zeilen, die zählen.',
  nouns: {
    trades: { one: '{count} Trade', other: '{count} Trades' },
    cash_flows: {
      one: '{count} Einzahlung, Auszahlung oder andere Buchung',
      other: '{count} Einzahlungen, Auszahlungen und andere Buchungen',
    },
    positions: { one: '{count} offene Position', other: '{count} offene Positionen' },
    equity: { one: '{count} Equity-Bericht', other: '{count} Equity-Berichte' },
    deals: { one: '{count} Deal Ihres Terminals', other: '{count} Deals Ihres Terminals' },
  },
  removes: {
    one: 'Entfernt {count} Trade mit einem Nettoergebnis von {profit}.',
    other: 'Entfernt {count} Trades mit einem Nettoergebnis von {profit}.',
  },
  removesNone: 'Entfernt keinen Trade: Andere Daten haben alle, oder es gibt keine.',
  returnNow: 'Mit ihnen beträgt die Rendite jetzt {return}.',
  effect:
    'Was nur diese Daten haben, wird entfernt. Was auch andere Daten haben, bleibt. Der nächste Lauf berechnet Ihre Kennzahlen, und Ihre öffentliche Seite sagt, welche veröffentlichten Tage sich geändert haben.',
  withdraw: 'Zurückziehen',
  cannot: '{state}. Hier lässt es sich nicht zurückziehen.',
  back: 'Zurück zu allen gesendeten Daten',
};
