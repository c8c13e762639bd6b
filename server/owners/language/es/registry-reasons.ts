import type { registryReasons as english } from '../../../../pipeline/base/reasons/registry.ts';
import type { Texts } from '../../../site/language/en.ts';

export const registryReasons: Texts<typeof english> = {
  both: '{first}; {second}',
  either: '{first} o {second}',
  key_must_be: '{key} {value} no se permite (se permite: {wanted})',
  entry_must_be: 'la entrada no se permite (se permite: {wanted})',
  key_refused: '{key} {value} no se permite',
  lacks_keys: 'falta {names}',
  new_lacks_keys: 'falta {names}, que una entrada nueva necesita',
  unknown_keys: 'nombre desconocido {names}',
  duplicate_items: '{key} {value} nombra algo dos veces',
  few_items: '{key} {value} necesita al menos {max}',
  many_items: '{key} {value} tiene más de {max}',
  type_string: 'un texto',
  type_boolean: 'true, false',
  type_object: 'un objeto',
  type_array: 'una lista',
  type_null: 'nada (null)',
  listed: 'uno de {names}',
  subject_type: 'account o portfolio',
  slug_rule: 'de 1 a 64 caracteres de a-z 0-9 -',
  name_rule: 'de 1 a 200 caracteres, sin caracteres de control',
  account_id_rule: 'de 1 a 200 caracteres, sin caracteres de control, que no empiecen por {start}',
  instant_rule: 'un instante como 2027-01-01T00:00:00Z',
  day_rule: 'un día que exista, como AAAA-MM-DD',
  currency_rule: 'tres mayúsculas, como EUR, o el código de una criptomoneda, como USDT',
  timezone_rule:
    'una zona IANA (Europe/Athens), NY+7 (Nueva York más horas) o una diferencia con UTC (+02:00), de 14 horas como máximo',
  no_cut_rule: 'null, porque solo se puede recortar el historial de una cuenta',
  hash_rule: 'el SHA-256 del secreto, en hexadecimal',
  password_hash_rule: 'un hash de argon2id',
  about_rule:
    'como máximo {max} caracteres en {lines} líneas, sin caracteres de control ni invisibles',
  link_rule: 'una dirección de un sitio que empiece por https://, de {max} caracteres como máximo',
  same_slug: '{place} tiene el mismo nombre en las direcciones',
  unknown_owner: 'el titular {owner} no está en el registro ni en el archivo',
  owner_exists:
    'el titular {owner} ya existe; `owners invite` crea otro enlace de inicio de sesión',
  owner_being_deleted:
    'este titular lo borró todo y sus datos aún no se han eliminado; añádalo después de la próxima actualización',
  slug_of_deleted:
    'el nombre en las direcciones era de una cuenta borrada y no se puede usar otra vez; elija otro',
  slug_of_portfolio:
    'el nombre en las direcciones es de una cartera y no se puede usar otra vez; elija otro',
  slug_of_account:
    'el nombre en las direcciones es de account_id {account} y no se puede usar otra vez; elija otro',
  account_has_slug: 'account_id {account} ya tiene en las direcciones el nombre {slug}',
  account_deleted:
    'su titular borró account_id {account} y los datos aún no se han eliminado; añada la cuenta después de la próxima actualización',
  being_deleted:
    'usted borró esta cuenta y sus datos se están eliminando. Añádala otra vez después de la próxima actualización, normalmente en unos minutos. Vuelva a subir entonces su extracto.',
  unknown_member: 'el miembro {slug} no está en el registro ni en el archivo',
  member_is_portfolio: 'el miembro {slug} es una cartera',
  foreign_member: 'el miembro {slug} es de {owner}',
  member_elsewhere: 'la cartera {slug} de {owner} lo tiene como miembro',
  only_member: 'La cartera {name} no tiene otra cuenta. Borre primero la cartera.',
  loaded_by_operator: 'El operador carga {name} desde archivos. Pídale que los elimine primero.',
  cut_too_early:
    'history_cut_at {value} devolvería historial anterior al {day}, que se eliminó para siempre; elija un día posterior',
  future_mark: 'verified: at {value} está en el futuro; indique el día en que se confirmó',
  reserved_mark:
    'verified: by {value} se reserva para lo que trackrecord vio por sí mismo; nombre a la persona que lo confirmó',
  foreign_hash: '{key} {value} tiene el hash de otro enlace',
  many_shares: 'Esta cuenta tiene {count} enlaces y no puede tener más. Revoque antes uno.',
};
