import type { OwnerWords } from '../words.ts';

/** German words of the page that corrects what the statements of an account say. */
export const corrections: OwnerWords['corrections'] = {
  title: 'Auszüge berichtigen',
  lead: 'Für {account}. Das ändert alle Auszüge, die Sie hinzugefügt haben, ohne neuen Upload.',
  timezoneHint: 'Trades, Einzahlungen und Equity verschieben sich mit.',
  currency: 'Währung, etwa EUR',
  type: 'Art des Kontos',
  broker: 'Broker',
  brokerHint: 'Auch Kontoauszüge, die Sie später hinzufügen, bekommen diesen Namen.',
  check: 'Zeigen, was sich ändert',
  checkTitle: 'Was sich ändert',
  statements: {
    one: 'Das berichtigt {count} Auszug.',
    other: 'Das berichtigt {count} Auszüge.',
  },
  moves: 'Die Zeitzone wird {timezone}. Das verschiebt {trades} um {hours}. Fortfahren?',
  movesNone: 'Die Zeitzone wird {timezone}. Kein Trade verschiebt sich.',
  becomesCurrency: 'Die Währung wird {to}. Die Beträge bleiben, wie sie sind.',
  becomesType: { real: 'Es wird ein Echtgeldkonto.', demo: 'Es wird ein Demokonto.' },
  becomesBroker: 'Der Broker wird {to}, auch in Kontoauszügen, die Sie später hinzufügen.',
  marks: 'Ein Abzeichen des Betreibers kann erlöschen, weil sich veröffentlichte Tage ändern.',
  confirm: 'Berichtigen',
  back: 'Zurück',
  none: 'Es gibt keinen Auszug zu berichtigen.',
  noChange: 'Ändern Sie zuerst etwas.',
  wrongCurrency:
    'Geben Sie die Währung mit drei Großbuchstaben an, etwa EUR, oder das Kürzel einer Kryptowährung.',
  texts: 'Was Ihre Buchungen sind',
  textsLead:
    'Das haben Sie zu Buchungen gesagt, die unsere Wörterliste nicht kennt. Die nächste Aktualisierung bucht sie nach Ihren Angaben.',
  textsSave: 'Antworten speichern',
  askAgain: 'Antwort vergessen: erneut fragen',
  wrongBroker: 'Geben Sie den Namen des Brokers mit 1 bis 200 Zeichen an.',
};
