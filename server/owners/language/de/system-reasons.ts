import type { systemReasons as english } from '../../../../pipeline/base/reasons/systems.ts';
import type { Texts } from '../../../site/language/en.ts';

export const systemReasons: Texts<typeof english> = {
  no_file: 'die Datei gibt es nicht',
  file_in_path: 'ein Teil des Pfades ist eine Datei, kein Ordner',
  is_folder: 'es ist ein Ordner',
  may_not_read: 'dieser Benutzer darf dort nicht lesen',
  not_duckdb: 'das ist keine Datenbank von DuckDB',
  looping_links: 'die Links führen auf sich selbst zurück',
  long_name: 'der Name ist zu lang',
  many_files: 'zu viele Dateien sind offen',
  read_disk_error: 'der Datenträger meldet einen Fehler',
  not_utf8: 'der Text ist kein UTF-8',
  large_unpacked: 'ausgepackt ist die Datei zu groß',
  not_gzip: 'die Datei ist kein gzip',
  gzip_cut: 'die Datei ist abgeschnitten',
  no_folder: 'dort lässt sich kein Ordner anlegen',
  file_at_folder: 'eine Datei hat den Namen des Ordners',
  may_not_write: 'dieser Benutzer darf dort nicht schreiben',
  disk_read_only: 'das Dateisystem lässt sich nur lesen',
  disk_full: 'der Datenträger ist voll',
  quota_full: 'das Kontingent auf dem Datenträger ist verbraucht',
  write_disk_error: 'der Datenträger meldet einen Fehler',
  nothing_listens: 'dort antwortet kein Programm',
  connection_cut: 'die Verbindung wurde getrennt',
  no_answer_in_time: 'es kam keine Antwort in der Zeit',
  no_host_reached: 'kein Server ist erreichbar',
  no_network: 'kein Netz ist erreichbar',
  no_host: 'den Server gibt es nicht',
  no_lookup: 'der Name des Servers ließ sich nicht auflösen',
  at_server: '{detail} ({server})',
  then_run_again: '{detail}; {advice} und starten Sie den Lauf neu',
  make_room: 'schaffen Sie dort Platz',
  check_disk: 'prüfen Sie den Datenträger',
  make_quota_room: 'schaffen Sie Platz im Kontingent',
  mount_writable: 'hängen Sie es schreibbar ein',
  allow_reading: 'erlauben Sie diesem Benutzer, dort zu lesen',
  allow_writing: 'erlauben Sie diesem Benutzer, dort zu schreiben',
  raise_file_limit: 'erhöhen Sie die Grenze für offene Dateien',
  cannot_make_folder:
    '{file} lässt sich nicht anlegen: {detail}; nennen Sie mit --data ein anderes Datenverzeichnis',
  other_database_version:
    'eine andere Version von trackrecord hat die Tabellen angelegt ({name}); benutzen Sie diese Version, oder beginnen Sie mit einer leeren Datenbank',
  database_busy:
    'ein anderer Prozess schreibt seit {seconds} s in {file}; versuchen Sie es noch einmal',
  database_damaged:
    '{file} ist beschädigt; stellen Sie die Datei aus einer Sicherung wieder her, oder aus dem, was `sqlite3 .recover` lesen kann',
  database_unreachable: '{name} lässt sich nicht öffnen: {detail}',
  check_postgres:
    '{name} lässt sich nicht öffnen: {detail}; prüfen Sie, ob PostgreSQL dort läuft und die Adresse stimmt',
  postgres_fault: 'PostgreSQL, {name}: {detail}',
  postgres_unreachable:
    'PostgreSQL, {name}: {detail}; prüfen Sie, ob PostgreSQL dort läuft und die Adresse stimmt',
  pointer_lost:
    'published_pointer hat keine Zeile {name}; stellen Sie PostgreSQL aus einer Sicherung wieder her',
};
