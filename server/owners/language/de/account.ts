import type { OwnerWords } from '../words.ts';

/** German words of the page of an account or portfolio. */
export const account: OwnerWords['account'] = {
  done: {
    shown: 'Gespeichert. Besucher sehen die Änderung ab jetzt.',
    name: 'Gespeichert.',
    cut: 'Historie entfernt. Die Kennzahlen ändern sich mit der nächsten Aktualisierung.',
    portfolios:
      'Gespeichert. Die Kennzahlen Ihrer Portfolios ändern sich mit der nächsten Aktualisierung.',
    members: 'Gespeichert. Die Kennzahlen ändern sich mit der nächsten Aktualisierung.',
    benchmark: 'Gespeichert. Der Vergleich ändert sich mit der nächsten Aktualisierung.',
    corrected: 'Berichtigt. Die nächste Aktualisierung berechnet Ihre Kennzahlen damit.',
    made: 'Portfolio angelegt. Es bleibt privat, bis Sie es veröffentlichen. Kennzahlen kommen mit der nächsten Aktualisierung.',
  },
  preview: {
    title: 'Als Besucher.',
    public: 'Das sehen alle.',
    private:
      'Das würden alle sehen, wenn das Konto öffentlich wäre. Es ist privat, deshalb sehen nur Sie es.',
    back: 'Zurück zu Ihrem Konto',
  },
  links: {
    title: 'Seiten dieses Kontos',
    public: 'Öffentliche Seite',
    asVisitor: 'Als Besucher ansehen',
    widget: 'Widget für eine andere Website',
    sent: 'Gesendete Daten',
    correct: 'Angaben der Auszüge berichtigen',
    sending: 'Daten automatisch senden',
  },
  visibility: 'Sichtbarkeit',
  whoSees: 'Wer es sehen kann',
  public: 'Öffentlich: Es hat eine Seite und erscheint in der Suche',
  private: 'Privat: Nur Sie können es sehen',
  trades: 'Trades auf der öffentlichen Seite',
  listTrades: 'Meine Trades und offenen Positionen als Tabelle und als Dateien zeigen',
  listTradesHelp:
    'Dann sehen alle jeden Trade mit allen Feldern, die Sie nicht verbergen. Ohne die Liste können nur Programme mit einem Schlüssel Trades lesen. Um sie auch vor denen zu verbergen, verbergen Sie „{trades}“.',
  hide: 'Vor Besuchern verbergen',
  hideHelp: 'Kreuzen Sie an, was Sie verbergen. Rechts steht, was Besucher davon sehen.',
  seen: 'sichtbar',
  unseen: 'verborgen',
  nothing: 'noch nichts',
  instruments: { one: '{names}', other: '{names} und {count} weitere' },
  stillVisible: 'Noch sichtbar durch: {parts}',
  stillVisibleNext: 'Auch verbergen?',
  fields: {
    volume: 'Lots',
    stop_loss: 'Stop-Loss',
    take_profit: 'Take-Profit',
    comment: 'Kommentare',
  },
  and: '{first} und {second}',
  save: 'Speichern',
  notSaved: 'Änderungen gelten, sobald Sie speichern.',
  rename: 'Name',
  renameButton: 'Umbenennen',
  data: 'Zeitzone, Währung und Art',
  dataNow: 'Zeitzone {timezone}, Währung {currency}, {type}.',
  dataUnknown: 'noch nicht bestätigt',
  dataHelp:
    'Sie stammen aus Ihren Kontoauszügen. Wenn etwas falsch ist, {correct}. Ein neuer Upload ist nicht nötig.',
  dataOperator:
    'Dieses Konto lädt der Betreiber dieser Website. Wenn etwas falsch ist, fragen Sie ihn.',
  dataCorrect: 'berichtigen Sie es',
  portfolios: 'Portfolios',
  partOf: 'Dieses Konto gehört zu',
  savePortfolios: 'Portfolios speichern',
  benchmark: 'Vergleich mit einer Benchmark',
  benchmarkLabel: 'Vergleichen mit',
  noBenchmark: 'nichts',
  benchmarkButton: 'Vergleich speichern',
  benchmarkHelp:
    'Ihre Seite zeigt dann, was beide an denselben Tagen erreichten. Wenn nur Sie den Vergleich sehen sollen, verbergen Sie ihn unter Sichtbarkeit.',
  benchmarkNone:
    'Der Betreiber dieser Website bietet noch nichts zum Vergleichen an. Fragen Sie nach Gold oder einem Index.',
  members: 'Mitglieder',
  membersIn: 'Konten in diesem Portfolio',
  membersHelp:
    'Wenn dieses Portfolio öffentlich ist, können Besucher die Kennzahlen eines privaten Kontos errechnen, indem sie die anderen Konten abziehen.',
  saveMembers: 'Mitglieder speichern',
  currency: 'Währung der Kennzahlen, zum Beispiel EUR',
  privateMember: '{name} (privat)',
  prove: 'Der Expert Advisor kann auch beweisen, dass Sie dieses Konto kontrollieren. {confirm}',
  proveLink: 'Mit einem Code bestätigen',
  cut: 'Historie entfernen',
  cutHelp:
    'Das entfernt alles vor einem Tag für immer; niemand kann es wiederherstellen. Alle Kennzahlen beginnen dann an diesem Tag mit seinem Kontostand, und die öffentliche Seite sagt das.',
  cutBefore:
    'Die Historie vor dem {day} ist schon entfernt. Wählen Sie einen späteren Tag, um mehr zu entfernen.',
  cutDay: 'Erster Tag, der bleibt',
  cutButton: 'Für immer entfernen',
  typeName: 'Zur Bestätigung den Namen eingeben: {name}',
  delete: 'Löschen',
  deletePortfolio: 'Das löscht das Portfolio. Seine Konten bleiben.',
  deleteAccount: 'Das löscht das Konto mit allem, was dafür gesendet wurde.',
  deleteHelp:
    'Es ist sofort für alle verschwunden, und die nächste Aktualisierung entfernt es aus allen Dateien. Niemand kann es wiederherstellen, und seine Adresse wird nie wieder vergeben.',
  deleteButton: 'Für immer löschen',
  problems: {
    cutName: 'Es wurde nichts entfernt. Geben Sie den Namen des Kontos genau wie gezeigt ein.',
    deleteName: 'Es wurde nichts gelöscht. Geben Sie den Namen genau wie gezeigt ein.',
    emptied: '{name} hätte keine Konten mehr. Fügen Sie zuerst ein anderes Konto hinzu.',
    members: 'Wählen Sie mindestens ein Konto für das Portfolio.',
  },
  newPortfolio: {
    lead: 'Ein Portfolio zeigt mehrere Konten als eines. Es bleibt privat, bis Sie es veröffentlichen.',
    name: 'Name',
    button: 'Portfolio anlegen',
  },
  notices: {
    heldBack: 'Zurückgehalten.',
    keeps: 'Bis dahin bleiben die Kennzahlen, wie sie am {instant} waren.',
    none: 'Bis dahin gibt es noch keine Kennzahlen.',
    unknown: 'Fragen Sie den Betreiber, warum.',
    ours: 'Unsere eigene Prüfung {check} ist fehlgeschlagen; das ist ein Fehler von uns. Bitten Sie den Betreiber, ihn zu melden.',
    missing_rates:
      'Wechselkurse fehlen: {reason}. Wählen Sie unter Mitglieder Konten einer Währung und diese Währung, oder bitten Sie den Betreiber, die Kurse zu laden.',
    member_held_back:
      'Ein Konto darin ist zurückgehalten. Öffnen Sie die Seite dieses Kontos, um den Grund zu sehen, oder nehmen Sie es unter Mitglieder heraus.',
    amounts_are_exact:
      'Ein Betrag ist zu groß oder hat zu viele Nachkommastellen. Suchen Sie einen Betrag in einer anderen Währung als der des Kontos, und senden Sie die berichtigte Zeile. Eine Zeile mit derselben Ticketnummer oder ID ersetzt die frühere.',
    oddValue:
      'Ein Wert hat eine unmögliche Größe. Suchen Sie einen falschen Preis, Betrag oder Equity-Bericht, und senden Sie die berichtigten Zeilen. Eine Zeile mit derselben Ticketnummer oder ID ersetzt die frühere.',
    needsRates: 'Braucht Wechselkurse.',
    rates:
      'Die Kennzahlen sind in {currency}, Konten darin sind in {foreign}. Ohne Kurse für {pairs} bleibt es ohne Kennzahlen. Wählen Sie unter Mitglieder Konten einer Währung und diese Währung, oder bitten Sie den Betreiber, die Kurse zu laden.',
    pair: '{from} nach {to}',
    cannotShow: 'Kann nicht gezeigt werden.',
    gap: 'Stimmt nicht überein.',
    gapTotals:
      'Summen im Bericht Ihrer Plattform weichen von dem ab, was Ihre Trades und Einzahlungen ergeben.',
    gapBalance:
      'Ihre Plattform weist einen Kontostand von {printed} aus, aber Ihre Trades und Einzahlungen ergeben {balance}, ein Unterschied von {gap}.',
    gapOfMember:
      'Ein Konto darin stimmt nicht überein. Öffnen Sie die Seite dieses Kontos, um den Unterschied zu sehen.',
    gapNext: 'Meist fehlen Daten: Laden Sie einen Kontoauszug der ganzen Historie hoch.',
  },
};
