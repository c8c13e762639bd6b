import type { registryReasons as english } from '../../../../pipeline/base/reasons/registry.ts';
import type { Texts } from '../../../site/language/en.ts';

export const registryReasons: Texts<typeof english> = {
  both: '{first}; {second}',
  either: '{first} oder {second}',
  key_must_be: '{key} {value} ist nicht erlaubt (erlaubt: {wanted})',
  entry_must_be: 'der Eintrag ist nicht erlaubt (erlaubt: {wanted})',
  key_refused: '{key} {value} ist nicht erlaubt',
  lacks_keys: '{names} fehlt',
  new_lacks_keys: '{names} fehlt, was ein neuer Eintrag braucht',
  unknown_keys: 'unbekannter Name {names}',
  duplicate_items: '{key} {value} nennt etwas doppelt',
  few_items: '{key} {value} braucht mindestens {max}',
  many_items: '{key} {value} hat mehr als {max}',
  type_string: 'Text',
  type_boolean: 'true, false',
  type_object: 'ein Objekt',
  type_array: 'eine Liste',
  type_null: 'nichts (null)',
  listed: 'eines von {names}',
  subject_type: 'account oder portfolio',
  slug_rule: '1 bis 64 Zeichen aus a-z 0-9 -',
  name_rule: '1 bis 200 Zeichen ohne Steuerzeichen',
  account_id_rule: '1 bis 200 Zeichen ohne Steuerzeichen, die nicht mit {start} beginnen',
  instant_rule: 'ein Zeitpunkt wie 2027-01-01T00:00:00Z',
  day_rule: 'ein Tag, den es gibt, als JJJJ-MM-TT',
  currency_rule: 'drei Großbuchstaben, etwa EUR, oder das Kürzel einer Kryptowährung, etwa USDT',
  timezone_rule:
    'eine IANA-Zeitzone (Europe/Athens), NY+7 (New York plus Stunden) oder ein Abstand zu UTC (+02:00), höchstens 14 Stunden',
  no_cut_rule: 'null, denn nur der Verlauf eines Kontos lässt sich kürzen',
  hash_rule: 'das SHA-256 des Geheimnisses, hexadezimal',
  password_hash_rule: 'ein Hash von argon2id',
  about_rule:
    'höchstens {max} Zeichen in {lines} Zeilen, ohne Steuerzeichen und unsichtbare Zeichen',
  link_rule: 'eine Adresse einer Website, die mit https:// beginnt, höchstens {max} Zeichen',
  same_slug: '{place} hat denselben Namen in Adressen',
  unknown_owner: 'der Inhaber {owner} steht weder im Register noch in der Datei',
  owner_exists: 'den Inhaber {owner} gibt es schon; `owners invite` macht einen neuen Anmeldelink',
  owner_being_deleted:
    'dieser Inhaber hat alles gelöscht, und die Daten sind noch nicht entfernt; fügen Sie ihn nach der nächsten Aktualisierung hinzu',
  slug_of_deleted:
    'der Name in Adressen gehörte einem gelöschten Konto und lässt sich nicht noch einmal vergeben; wählen Sie einen anderen',
  slug_of_portfolio:
    'der Name in Adressen gehört einem Portfolio und lässt sich nicht noch einmal vergeben; wählen Sie einen anderen',
  slug_of_account:
    'der Name in Adressen gehört zu account_id {account} und lässt sich nicht noch einmal vergeben; wählen Sie einen anderen',
  account_has_slug: 'account_id {account} hat in Adressen schon den Namen {slug}',
  account_deleted:
    'account_id {account} wurde vom Inhaber gelöscht, und die Daten sind noch nicht entfernt; fügen Sie das Konto nach der nächsten Aktualisierung hinzu',
  being_deleted:
    'Sie haben dieses Konto gelöscht, und seine Daten werden gerade entfernt. Fügen Sie es nach der nächsten Aktualisierung wieder hinzu, meist in wenigen Minuten. Laden Sie Ihren Kontoauszug dann noch einmal hoch.',
  unknown_member: 'das Mitglied {slug} steht weder im Register noch in der Datei',
  member_is_portfolio: 'das Mitglied {slug} ist ein Portfolio',
  foreign_member: 'das Mitglied {slug} gehört {owner}',
  member_elsewhere: 'das Portfolio {slug} von {owner} hat es als Mitglied',
  only_member: 'Das Portfolio {name} hat kein anderes Konto. Löschen Sie zuerst das Portfolio.',
  loaded_by_operator:
    'Der Betreiber lädt {name} aus Dateien. Bitten Sie ihn, diese zuerst zu entfernen.',
  cut_too_early:
    'history_cut_at {value} brächte Verlauf vor dem {day} zurück, der endgültig entfernt wurde; wählen Sie einen späteren Tag',
  future_mark:
    'verified: at {value} liegt in der Zukunft; nennen Sie den Tag, an dem es bestätigt wurde',
  reserved_mark:
    'verified: by {value} ist dem vorbehalten, was trackrecord selbst gesehen hat; nennen Sie die Person, die es bestätigt hat',
  foreign_hash: '{key} {value} hat den Hash eines anderen Links zum Teilen',
  many_shares:
    'Dieses Konto hat {count} Links zum Teilen, mehr kann es nicht haben. Widerrufen Sie erst einen.',
};
