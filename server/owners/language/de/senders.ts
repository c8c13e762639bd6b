import type { OwnerWords } from '../words.ts';

/** German words of sending data, of rejected rows and of widgets. */
export const senders: OwnerWords['senders'] = {
  done: {
    revoked: 'Schlüssel widerrufen. Programme, die ihn benutzen, können keine Daten mehr senden.',
    confirmed: 'Bestätigt. Die Seite dieses Kontos sagt ab jetzt, dass Sie es kontrollieren.',
  },
  title: 'Daten automatisch senden',
  lead: 'Für {account}. Ein Verbindungsschlüssel kann nur Daten für dieses Konto senden; er kann nichts lesen.',
  closed: 'Für dieses Konto können Sie keine Daten senden.',
  keys: 'Verbindungsschlüssel',
  create: 'Schlüssel erzeugen',
  keyName: 'Name des Schlüssels, zum Beispiel der Computer, der ihn benutzt',
  newKeyHelp:
    'Kopieren Sie ihn jetzt und folgen Sie der Einrichtung unten: Er ist hier nicht gespeichert und lässt sich nicht noch einmal zeigen.',
  tooMany: 'Dieses Konto hat die höchste Zahl an Schlüsseln. Widerrufen Sie zuerst einen.',
  setup: 'Einrichtung',
  ownProgram: 'Ihr eigenes Programm',
  terminal: {
    download:
      'Laden Sie {file} herunter und legen Sie die Datei in {folder} im Datenordner des Terminals (Datei, Dateiordner öffnen).',
    compile: 'Öffnen Sie sie im MetaEditor (F4) und kompilieren Sie sie (F7).',
    allow: 'Erlauben Sie unter Extras, Optionen, Expert Advisors WebRequest für {address}.',
    drag: 'Ziehen Sie den Expert Advisor auf ein Diagramm. Setzen Sie die Eingabe {server} auf {address} und {key} auf Ihren Schlüssel.',
    sends:
      'Er sendet zuerst die ganze Historie, dann neue Daten. Er handelt nie, deshalb reicht das Investor-Passwort.',
    history:
      'Wählen Sie zuerst im Reiter Kontohistorie „Gesamte Historie“: Der Expert Advisor sieht nur Trades, die dort stehen.',
  },
  ctrader: {
    save: 'Speichern Sie im Reiter Historie die Historie als CSV oder Excel in einem Ordner. Wiederholen Sie das, wenn Sie neue Trades haben.',
    push: 'Setzen Sie auf einem Computer mit installiertem trackrecord den Schlüssel in {variable} und starten Sie {command}. Jede neue Datei wird einmal gesendet.',
    without:
      'Ohne installiertes trackrecord {upload}, oder benutzen Sie ein eigenes Programm wie unten.',
    upload: 'laden Sie einen Kontoauszug hoch',
  },
  program: {
    rows: 'Senden Sie Zeilen als JSON: {call} mit dem Header {header}.',
    python:
      'Oder benutzen Sie {file}, das nur Python braucht: Setzen Sie den Schlüssel in {variable} und starten Sie {command}.',
    again:
      'Wenn keine Antwort kommt, senden Sie dieselben Zeilen noch einmal: Doppeltes ändert nichts.',
    receipt:
      'Die Antwort enthält eine Quittung. {address} sagt Ihnen, wann die Daten geladen und veröffentlicht sind.',
  },
  code: {
    title: 'Bestätigen, dass dieses Konto Ihnen gehört',
    wait: 'Warten Sie, bis der Expert Advisor die ersten Daten gesendet hat.',
    set: 'Setzen Sie seine Eingabe {input} auf {value}. Auf dem Diagramm erscheint ein Code. Jeder Code gilt einmal und 10 Minuten lang.',
    type: 'Geben Sie den Code hier ein.',
    field: 'Code im Terminal',
    confirm: 'Bestätigen',
    help: 'Die öffentliche Seite sagt dann, dass Sie das Konto kontrollieren und dass ein Code im Terminal der Beweis ist. Die Anmeldung {broker} beweist mehr.',
    broker: 'bei Ihrem Broker',
    confirmed: {
      title: 'Dieses Konto ist als Ihres bestätigt',
      broker: 'Sie haben sich beim Broker angemeldet',
      terminal: 'Sie haben den Code eingegeben, den das Terminal zeigte',
      person: 'Bestätigt durch {name}',
      more: 'Die Anmeldung {broker} beweist mehr.',
    },
  },
  rejected: {
    title: 'Abgelehnte Zeilen',
    lead: 'Zeilen für {account}, die eine Regel verletzen, bleiben weg. Berichtigen Sie sie und senden Sie sie noch einmal.',
    some: 'Die neuesten {count} von {all}.',
    none: 'Keine Zeile wurde abgelehnt.',
    when: 'Wann',
    account: 'Konto',
    from: 'Datei oder Quittung',
    line: 'Zeile',
    table: 'Tabelle',
    reason: 'Grund',
  },
  widget: {
    title: 'Widget',
    lead: 'Für {account}. Fügen Sie den Code in eine andere Website ein. Das Widget zeigt immer, was Besucher sehen können.',
    size: 'Größe',
    theme: 'Farben',
    preview: 'Vorschau',
    region: 'Vorschau des Widgets',
    alt: 'Das Widget von {name}',
    private:
      'Dieses Konto ist privat, deshalb kann niemand sein Widget sehen, bis Sie es veröffentlichen.',
    kinds: {
      html: 'HTML: Bild mit Link',
      iframe: 'HTML: Rahmen',
      markdown: 'Markdown',
      image_url: 'Adresse des Bildes (SVG)',
      png_url: 'Adresse des Bildes (PNG)',
    },
  },
};
