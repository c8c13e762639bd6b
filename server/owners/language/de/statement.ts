import type { OwnerWords } from '../words.ts';

/** German words of adding an account and of a statement's way into the figures. */
export const statement: OwnerWords['statement'] = {
  addTitle: 'Konto hinzufügen',
  addLead: 'Ein Konto bleibt privat, bis Sie es veröffentlichen.',
  uploadTitle: 'Kontoauszug hochladen',
  uploadHelp:
    'Wählen Sie den Kontoauszug oder Verlaufsbericht, den Ihre Plattform exportiert: MetaTrader 4 oder 5, cTrader, TradeLocker, Myfxbook, FX Blue oder MQL5. Sie prüfen, was wir gefunden haben, bevor etwas hinzukommt. Später aktualisieren Sie das Konto mit einem neueren Auszug.',
  file: 'Datei des Kontoauszugs, bis {size} MiB',
  check: 'Datei prüfen',
  keyTitle: 'Daten automatisch senden',
  keyHelp:
    'Ihr Handelsterminal oder ein Programm sendet neue Daten von selbst. Legen Sie hier das Konto an; die nächste Seite erzeugt den Verbindungsschlüssel dazu.',
  publicName: 'Angezeigter Name (nicht Ihr Name beim Broker)',
  addAccount: 'Konto hinzufügen',

  readingTitle: 'Wir lesen Ihren Kontoauszug',
  reading:
    'Wir haben Ihre Datei und lesen sie. Ein langer Auszug braucht bis zu einer Minute, oder länger, wenn andere warten.',
  readingNext:
    'Diese Seite lädt sich von selbst neu und zeigt dann, was wir gefunden haben. Sie können gehen und über {accounts} zurückkommen.',
  yourAccounts: 'Ihre Konten',
  reload: 'Jetzt neu laden',

  checkTitle: 'Prüfen Sie Ihren Kontoauszug',
  progressTitle: 'Ihr Kontoauszug',
  toExisting: 'Diese Daten kommen zu Ihrem bestehenden Konto hinzu.',
  account: 'Konto',
  corrected: 'wie von Ihnen berichtigt',
  currency: 'Währung',
  type: 'Echtgeld oder Demo',
  types: { real: 'Echtgeld', demo: 'Demo', unknown: 'nicht bekannt' },
  period: 'Zeitraum',
  fromUntil: '{from} bis {until}',
  unknown: 'nicht bekannt',
  trades: 'Geschlossene Trades',
  newTrades: '{fresh}, {known} schon bekannt',
  fresh: { one: '{count} neuer Trade', other: '{count} neue Trades' },
  positions: 'Offene Positionen',
  flows: 'Einzahlungen, Auszahlungen und Korrekturen',
  leftOut: 'Zeilen, die nicht verwendbar sind und wegbleiben: {count}. Die erste: {reason}.',
  totals: 'Summen im Auszug',
  totalsCompared:
    'Gleich wie aus den Trades berechnet: {same}. Verschieden: {different}. Nicht vergleichbar, weil wir sie anders oder nicht berechnen: {other}.',
  gap: 'Differenz',
  reason: 'Wahrscheinlicher Grund: {reason}.',

  timezone: 'Zeitzone des Servers Ihres Brokers',
  choose: 'Wählen Sie eine Zeitzone',
  guessed:
    'Unsere Vermutung, weil die Lücken am Wochenende zu {name} passen: Die Trades aus {weeks} gehen von {earliest} bis {latest} in New York. Dort ist der Markt von {opens} bis {closes} offen.',
  weeks: { one: '{count} Woche', other: '{count} Wochen' },
  alsoFits: 'Weniger wahrscheinlich: {names}.',
  unguessed:
    'Die Datei nennt sie nicht, und die Trades zeigen sie nicht. Sehen Sie auf die Uhr Ihrer Plattform, zum Beispiel über der Marktübersicht. Zwei Stunden vor UTC im Winter und drei im Sommer ist New York + 7, wie bei den meisten Brokern.',
  remembered: 'Wie Sie sie für dieses Konto schon bestätigt haben.',
  chosen: 'Von Ihnen gewählt. Der Zeitraum oben richtet sich danach.',
  zones: {
    usual: 'Die meisten Broker',
    newYork: 'New York plus Stunden',
    fixed: 'Fester Abstand zu UTC',
    cities: 'Städte',
    fromNewYork: 'New York + {hours}',
    summerUs: '{name} (UTC+2, im Sommer der USA UTC+3)',
    summerEu: '{name} (UTC+2, im europäischen Sommer UTC+3)',
  },

  questions: {
    dates: {
      title: 'Kommt der Tag oder der Monat zuerst?',
      label: 'Reihenfolge von Tag und Monat',
      choices: { 'day first': 'Tag zuerst', 'month first': 'Monat zuerst' },
    },
    decimal: {
      title: 'Welches Zeichen ist das Dezimalzeichen?',
      label: 'Dezimalzeichen',
      choices: { point: 'Punkt', comma: 'Komma' },
    },
    texts: {
      title: 'Was sind diese Buchungen?',
      lead: 'Unsere Wörterliste sagt nicht, ob sie Ein- und Auszahlungen sind oder Ergebnisse des Kontos wie Gebühren und Zinsen. Ihre Antworten gelten auch für spätere Auszüge dieses Kontos. Ohne Antwort zählen sie als Ein- oder Auszahlungen.',
      rows: 'Zeilen: {count}, zusammen {amount}',
      choices: {
        flow: 'Ein- oder Auszahlung',
        adjustment: 'Kosten oder anderes Ergebnis',
        unknown: 'Weiß ich nicht',
      },
    },
    reading: '{cell} ist {value}',
    goOn: 'Weiter',
  },

  nameFor: 'Angezeigter Name für {account}',
  addDataTitle: 'Diese Daten Ihrem Konto hinzufügen',
  addData: 'Daten hinzufügen',
  addThis: 'Dieses Konto hinzufügen',
  nothingNew: 'Alle Trades dieser Datei sind schon bekannt.',
  staysPrivate: 'Es bleibt privat, bis Sie es veröffentlichen.',
  correctTitle: 'Etwas fehlt oder ist falsch',
  currencyField: 'Währung, falls die Datei sie nicht nennt',
  numberField: 'Kontonummer, falls die Datei sie nicht nennt',
  platformField: 'Plattform, falls die Datei sie nicht nennt',
  asInFile: 'wie in der Datei',
  again: 'Noch einmal prüfen',
  otherFile: 'Andere Datei wählen',
  about: 'Über diese Datei',
  problemsTitle: 'Probleme in dieser Datei',
  problemsHelp:
    'Zeilen, die nicht importiert wurden, fehlen in Ihren Zahlen. Berichtigen Sie die Datei und laden Sie sie noch einmal hoch, oder machen Sie ohne sie weiter.',
  found: 'Gefunden',
  notes: 'Gut zu wissen',

  moves:
    'Die Zeitzone dieses Kontos ist {before}. Die Änderung auf {after} verschiebt {trades} um {hours}. Fortfahren?',
  movesTick: 'Trades verschieben',
  movesUnticked: 'Kreuzen Sie „Trades verschieben“ an, oder stellen Sie die Zeitzone zurück.',
  movedTrades: { one: '{count} Trade', other: '{count} Trades' },
  hours: { one: '{count} Stunde', other: '{count} Stunden' },
  upTo: 'bis zu {text}',
  range: '{min} bis {max}',
  typeChange: {
    demo: '{names} ist ein Echtgeldkonto, aber dieser Auszug stammt von einem Demokonto. Wenn Sie es ändern, zählen alle Trades des Kontos, auch frühere, als Trades eines Demokontos.',
    real: '{names} ist ein Demokonto, aber dieser Auszug stammt von einem Echtgeldkonto. Wenn Sie es ändern, zählen alle Trades des Kontos, auch frühere, als Trades eines Echtgeldkontos.',
  },
  typeTick: { demo: 'Zum Demokonto machen', real: 'Zum Echtgeldkonto machen' },
  typeKeep: { demo: 'Als Echtgeldkonto behalten', real: 'Als Demokonto behalten' },
  typeUnanswered:
    'Wählen Sie „{keep}“ oder „{yes}“. Oder geben Sie im Feld Kontonummer eine andere Nummer an, um ein neues Konto anzulegen.',
  currencyDiffers:
    '{name} ist in {before}, aber dieser Auszug ist in {currency}. Ein Konto kann nicht beides enthalten. Berichtigen Sie die Währung, falls sie falsch ist, oder geben Sie im Feld Kontonummer eine andere Nummer an, um ein neues Konto anzulegen.',

  next: 'Wie es weitergeht',
  steps: {
    saved: 'Ihr Kontoauszug ist gespeichert.',
    loaded: 'Die nächste Aktualisierung lädt ihn, meist in wenigen Minuten.',
    figures: 'Ihre Kennzahlen werden berechnet.',
    publish: 'Sie sehen sie an und veröffentlichen das Konto, wenn Sie möchten.',
  },
  stepDone: 'fertig',
  stepNow: 'wartet',
  reloads: 'Diese Seite lädt sich von selbst neu, bis Ihre Kennzahlen da sind.',
  refused: 'Dieser Kontoauszug wurde nicht hinzugefügt.',
  done: 'Fertig: Ihre Kennzahlen sind aktuell.',
  notUsed: 'Ihre Daten für {name} werden nicht verwendet.',
  publish: 'Veröffentlichen',
  publishHelp: 'Bisher sehen nur Sie es.',
  listTrades: 'Meine Trades und offenen Positionen auf der öffentlichen Seite zeigen',
  settings: 'Auswählen, was Besucher sehen',

  problems: {
    noFile: 'Wählen Sie zuerst die Datei eines Kontoauszugs.',
    tooLarge: 'Die Datei ist größer als {size} MiB. Exportieren Sie einen kürzeren Zeitraum.',
    tooMany:
      'Sie haben zu viele unbestätigte Kontoauszüge. Bestätigen Sie einige, oder versuchen Sie es morgen noch einmal.',
    diskFull:
      'Die Festplatte des Servers ist voll, deshalb wurde Ihre Datei nicht gespeichert. Sagen Sie es dem Betreiber und versuchen Sie es später noch einmal.',
    number: 'Die Kontonummer darf nur Buchstaben, Ziffern und Satzzeichen enthalten.',
    timezone: 'Wählen Sie zuerst die Zeitzone des Servers Ihres Brokers.',
    unanswered: 'Wählen Sie zuerst eine der Antworten.',
    handedOver: 'Sie können diesem Konto keine Daten mehr hinzufügen. Fragen Sie den Betreiber.',
  },
  upload: {
    offline:
      'Wir erreichen den Server nicht. Ihre Datei ist noch ausgewählt: Versuchen Sie es noch einmal.',
    ended:
      'Ihre Sitzung ist abgelaufen, und es wurde nichts gesendet. {signIn}, kommen Sie dann zurück und drücken Sie den Knopf noch einmal. Ihre Datei ist hier noch ausgewählt.',
    signIn: 'Melden Sie sich in einem anderen Tab an',
    sending: 'Ihre Datei wird gesendet…',
  },
};
