import type { runReasons as english } from '../../../../pipeline/base/reasons/runs.ts';
import type { Texts } from '../../../site/language/en.ts';

export const runReasons: Texts<typeof english> = {
  ended_by: 'terminada por {signal}',
  other_run: 'otra actualización ocupa {file}; espere a que termine',
  other_run_of: 'otra actualización ocupa {file} (proceso {process}); espere a que termine',
  source_no_folder: 'la fuente {name} no es una carpeta; indique con --source una que exista',
  source_empty: 'la fuente {name} no tiene archivos; ponga algunos o indique otra con --source',
  file_changed:
    '{file} cambió mientras se leía; vuelva a lanzar la actualización cuando nadie escriba ahí',
  rows_changed:
    '{table}: se contaron {expected} filas y se leyeron {found} en {names}; vuelva a lanzar la actualización cuando nadie escriba ahí',
  rows_lost: '{table}: debían quedar {expected} filas y quedaron {found}; informe de este fallo',
  strict_refusal:
    'strict: {rows} y {files} sin aceptar, primero {detail}; corríjalos o lance la actualización sin --strict',
  one_row: '{count} fila',
  several_rows: '{count} filas',
  one_file: '{count} archivo',
  several_files: '{count} archivos',
  other_tables:
    '{file} tiene las tablas de otra versión de trackrecord; use esa o lance la actualización con --rebuild',
  cannot_open:
    'no se puede abrir {file}: {detail}; devuelva una copia buena o lance la actualización con --rebuild',
  cannot_prepare: 'los datos enviados no se pueden preparar para la carga: {detail}',
  statistics_failed: 'fallaron las estadísticas: {detail}',
  nothing_loaded:
    'nunca se cargó ninguna cuenta, pero {version} tiene {accounts}; lance la actualización con todas las fuentes',
  registry_empty:
    'el registro no tiene cuentas, pero {version} en servicio tiene {accounts} cuentas y carteras suyas; llene el registro con registry move o registry apply, revise DATABASE_URL o lance una vez con --empty-registry para quitarlas todas',
  no_ledger: 'ni {file} ni {other} dicen qué se cargó; indique cada fuente con --source',
  loaded_file_gone:
    '{file} se cargó y ya no está, no se cambió nada; devuélvalo o indique cada fuente con --source',
  after_publication: 'la versión {version} está publicada, después falló {task}: {detail}',
  task_calendar: 'el calendario',
  task_warehouse: 'el almacén de datos',
  task_removal: 'la eliminación de las anteriores',
  other_publishes: 'otra máquina está publicando; espere a que termine',
  earlier_serial:
    'el puntero de PostgreSQL tiene el número {serial}, esta máquina ha visto {noted}; si la base de datos se restauró de una copia, ponga serial de published_pointer por encima de {noted}',
  other_machine:
    'otra máquina publicó la versión {version} y los datos de {file} pueden diferir; lance la actualización con --rebuild y todas las fuentes',
  newer_form:
    'un trackrecord más nuevo publicó {what} en la forma {form}, y este escribe la forma {own}. Instale aquí el más nuevo o {advice}',
  the_version: 'la versión {version}',
  the_calendar: 'el calendario',
  set_form_back: 'ponga form de published_pointer a {form} para volver en todas las máquinas',
  roll_form_back: 'vuelva a una versión que este haya escrito',
  earlier_version: 'indique una versión anterior',
  unconfirmed_version:
    'la versión {version} está en servicio, pero el disco de {folder} no pudo confirmar que resista un corte de luz ({detail}); revise el disco y {advice}',
  unconfirmed_calendar:
    'el calendario {version} está en servicio, pero el disco de {folder} no pudo confirmar que resista un corte de luz ({detail}); revise el disco y {advice}',
  run_again: 'vuelva a lanzar la actualización',
  roll_back_again: 'vuelva otra vez a {version}',
  serial_damaged: '{file}: no está como se escribió',
  store_fault: 'almacén {address}: {what}: {detail}',
  not_put: '{name} no se pudo guardar',
  not_fetched: '{name} no se pudo traer',
  not_whole: '{name} no está completo',
  not_read: '{name} no se pudo leer',
  not_listed: '{name} no se pudo listar',
  not_removed: '{name} no se pudo eliminar',
  files_not_listed: 'sus archivos no se pudieron listar',
  store_folder_lost: 'la carpeta no existe; móntela o créela para un almacén nuevo',
  many_bytes: '{bytes} bytes son demasiados',
  nothing_computed:
    'no se calculó nada, porque no se podría publicar: {detail}; repare el almacén y vuelva a lanzar la actualización',
};
