import type { runReasons as english } from '../../../../pipeline/base/reasons/runs.ts';
import type { Texts } from '../../../site/language/en.ts';

export const runReasons: Texts<typeof english> = {
  ended_by: 'beendet durch {signal}',
  other_run: 'ein anderer Lauf hält {file}; warten Sie, bis er endet',
  other_run_of: 'ein anderer Lauf hält {file} (Prozess {process}); warten Sie, bis er endet',
  source_no_folder: 'die Quelle {name} ist kein Ordner; nennen Sie mit --source einen, den es gibt',
  source_empty:
    'die Quelle {name} hat keine Dateien; legen Sie welche hinein, oder nennen Sie mit --source eine andere',
  file_changed:
    '{file} wurde beim Lesen geändert; starten Sie den Lauf neu, wenn dort niemand schreibt',
  rows_changed:
    '{table}: {expected} Zeilen wurden gezählt und {found} gelesen, in {names}; starten Sie den Lauf neu, wenn dort niemand schreibt',
  rows_lost:
    '{table}: {expected} Zeilen sollten bleiben, {found} sind geblieben; melden Sie diesen Fehler',
  strict_refusal:
    'strict: {rows} und {files} abgelehnt, zuerst {detail}; berichtigen Sie sie, oder starten Sie ohne --strict',
  one_row: '{count} Zeile',
  several_rows: '{count} Zeilen',
  one_file: '{count} Datei',
  several_files: '{count} Dateien',
  other_tables:
    '{file} hat die Tabellen einer anderen Version von trackrecord; benutzen Sie diese, oder starten Sie mit --rebuild',
  cannot_open:
    '{file} lässt sich nicht öffnen: {detail}; legen Sie eine gute Kopie zurück, oder starten Sie mit --rebuild',
  cannot_prepare: 'gesendete Daten lassen sich nicht zum Laden vorbereiten: {detail}',
  statistics_failed: 'die Statistik ist gescheitert: {detail}',
  nothing_loaded:
    'noch nie wurde ein Konto geladen, aber {version} hat {accounts}; starten Sie mit allen Quellen',
  registry_empty:
    'das Register hat keine Konten, aber {version} im Dienst hat {accounts} Konten und Portfolios daraus; füllen Sie das Register mit registry move oder registry apply, prüfen Sie DATABASE_URL, oder starten Sie einmal mit --empty-registry, um alle zu entfernen',
  no_ledger:
    'weder {file} noch {other} sagt, was geladen wurde; nennen Sie jede Quelle mit --source',
  loaded_file_gone:
    '{file} wurde geladen und ist weg, nichts wurde geändert; legen Sie die Datei zurück, oder nennen Sie jede Quelle mit --source',
  after_publication:
    'Version {version} ist veröffentlicht, danach ist gescheitert: {task}: {detail}',
  task_calendar: 'der Kalender',
  task_warehouse: 'das Warehouse',
  task_removal: 'das Entfernen früherer Versionen',
  other_publishes: 'eine andere Maschine veröffentlicht; warten Sie, bis sie fertig ist',
  earlier_serial:
    'der Zeiger in PostgreSQL hat die Nummer {serial}, diese Maschine hat {noted} gesehen; wurde die Datenbank aus einer Sicherung wiederhergestellt, setzen Sie serial in published_pointer höher als {noted}',
  other_machine:
    'Version {version} hat eine andere Maschine veröffentlicht, und die Daten in {file} können abweichen; starten Sie mit --rebuild und allen Quellen',
  newer_form:
    '{what} hat ein neueres trackrecord veröffentlicht, in Form {form}, und dieses schreibt Form {own}. Installieren Sie das neuere hier, oder {advice}',
  the_version: 'Version {version}',
  the_calendar: 'den Kalender',
  set_form_back:
    'setzen Sie form in published_pointer auf {form}, um auf allen Maschinen zurückzugehen',
  roll_form_back: 'gehen Sie auf eine Version zurück, die dieses geschrieben hat',
  earlier_version: 'nennen Sie eine frühere Version',
  unconfirmed_version:
    'Version {version} ist im Dienst, aber der Datenträger von {folder} konnte nicht bestätigen, dass sie einen Stromausfall übersteht ({detail}); prüfen Sie den Datenträger, und {advice}',
  unconfirmed_calendar:
    'der Kalender {version} ist im Dienst, aber der Datenträger von {folder} konnte nicht bestätigen, dass er einen Stromausfall übersteht ({detail}); prüfen Sie den Datenträger, und {advice}',
  run_again: 'starten Sie den Lauf neu',
  roll_back_again: 'gehen Sie noch einmal auf {version} zurück',
  serial_damaged: '{file}: nicht so, wie es geschrieben wurde',
  store_fault: 'Speicher {address}: {what}: {detail}',
  not_put: '{name} ließ sich nicht ablegen',
  not_fetched: '{name} ließ sich nicht holen',
  not_whole: '{name} ist nicht vollständig',
  not_read: '{name} ließ sich nicht lesen',
  not_listed: '{name} ließ sich nicht auflisten',
  not_removed: '{name} ließ sich nicht entfernen',
  files_not_listed: 'die Dateien ließen sich nicht auflisten',
  store_folder_lost:
    'den Ordner gibt es nicht; hängen Sie ihn ein, oder legen Sie ihn für einen neuen Speicher an',
  many_bytes: '{bytes} Bytes sind zu viele',
  nothing_computed:
    'nichts wurde berechnet, weil es sich nicht veröffentlichen ließe: {detail}; bringen Sie den Speicher in Ordnung, und starten Sie den Lauf neu',
};
