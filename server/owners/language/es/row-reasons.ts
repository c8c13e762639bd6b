import type { rowReasons as english } from '../../../../pipeline/base/reasons/rows.ts';
import type { Texts } from '../../../site/language/en.ts';

export const rowReasons: Texts<typeof english> = {
  missing: 'falta {column}',
  out_of_order: '{column} «{value}» es anterior a {other} «{earlier}»',
  control_character: '{column} «{value}» contiene un carácter de control',
  too_long: '{column} «{value}» tiene más de {max} caracteres',
  reserved: '{column} «{value}» empieza por {start}, reservado a las carteras del registro',
  blank: '{column} «{value}» está vacío',
  comma_or_quote: '{column} «{value}» contiene una coma o comillas',
  not_currency:
    '{column} «{value}» no son tres letras mayúsculas, como EUR, ni el código de una criptomoneda, como USDT',
  not_boolean: '{column} «{value}» no es ni true ni false',
  not_choice: '{column} «{value}» tiene que ser uno de estos: {choices}',
  too_large: '{column} «{value}» es demasiado grande',
  not_number: '{column} «{value}» no es un número',
  too_many_decimals: '{column} «{value}» tiene más de {max} decimales',
  not_finite: '{column} «{value}» no es un número finito',
  not_integer: '{column} «{value}» no es un número entero de 64 bits',
  not_positive: '{column} «{value}» no es mayor que 0',
  outside_range: '{column} «{value}» no está entre {min} y {max}',
  not_time: '{column} «{value}» no es una hora según ISO 8601',
  not_date: '{column} «{value}» no es una fecha según ISO 8601',
  not_seconds: '{column} «{value}» no es un número de segundos desde 1970',
  sent_not_ticket: '{column} {value} no es un número de ticket',
  sent_not_seconds: '{column} {value} no es una hora en segundos',
  sent_not_whole: '{column} {value} no es un número entero',
  sent_not_decimal: '{column} {value} no es un número con un máximo de 8 decimales',
  sent_not_text: '{column} {value} no es un texto',
  sent_not_choice: '{column} {value} tiene que ser uno de estos: {choices}',
  sent_too_large: '{column} {value} es demasiado grande',
  sent_not_positive: '{column} {value} no es mayor que 0',
  sent_empty: '{column} está vacío',
  row_too_long: 'la fila ocupa más de 1 MB',
  row_not_object: 'la fila no es un objeto JSON',
  line_not_object: 'la línea no es un objeto JSON',
  text_after_quote: 'una celda entre comillas tiene texto después de las comillas de cierre',
  wrong_columns: 'la fila tiene {count} columnas en lugar de {max}',
  other_account:
    'account_id {value} no es la cuenta de la clave; omita account_id o use la clave de esa cuenta',
  unknown_table: 'la tabla {value} tiene que ser una de estas: {choices}',
  deals_alone:
    'Envíe las transacciones en un objeto JSON junto con `account` y los relojes del terminal, como hacen los Expert Advisors.',
  undescribed:
    'Se rechazó la fila que describe esta cuenta ({detail}), así que no tiene cifras. Corrija esa fila y envíela de nuevo. Las demás filas están guardadas y cuentan entonces.',
  closed_to_owner:
    'El operador carga esta cuenta y no acepta datos del titular. Para permitirlo, el operador pone "owner_data": true en la entrada de la cuenta en el registro.',
  withdrawn: 'Esta entrega se retiró. Sus filas ya no cuentan.',
  not_loadable: 'No se puede cargar la cuenta: {detail}',
  named: '{name}: {detail}',
  row_of_statement: '{table}, {name}: {rule}',
  large_position:
    'la posición {value} tiene más transacciones de las que se pueden emparejar juntas ({count} o {max} MiB); suba en su lugar un extracto de la cuenta',
  many_positions:
    'según sus transacciones hay más de {max} posiciones abiertas; suba en su lugar un extracto de la cuenta',
};
