import type { systemReasons as english } from '../../../../pipeline/base/reasons/systems.ts';
import type { Texts } from '../../../site/language/en.ts';

export const systemReasons: Texts<typeof english> = {
  no_file: 'el archivo no existe',
  file_in_path: 'una parte de la ruta es un archivo, no una carpeta',
  is_folder: 'es una carpeta',
  may_not_read: 'este usuario no puede leer ahí',
  not_duckdb: 'no es una base de datos de DuckDB',
  looping_links: 'los enlaces vuelven a sí mismos',
  long_name: 'el nombre es demasiado largo',
  many_files: 'hay demasiados archivos abiertos',
  read_disk_error: 'el disco informa de un error',
  not_utf8: 'el texto no es UTF-8',
  large_unpacked: 'descomprimido es demasiado grande',
  not_gzip: 'no es gzip',
  gzip_cut: 'está cortado',
  no_folder: 'ahí no se puede crear una carpeta',
  file_at_folder: 'un archivo tiene el nombre de la carpeta',
  may_not_write: 'este usuario no puede escribir ahí',
  disk_read_only: 'el sistema de archivos es de solo lectura',
  disk_full: 'el disco está lleno',
  quota_full: 'la cuota del disco está agotada',
  write_disk_error: 'el disco informa de un error',
  nothing_listens: 'ahí no responde ningún programa',
  connection_cut: 'se cortó la conexión',
  no_answer_in_time: 'no hubo respuesta a tiempo',
  no_host_reached: 'no se llega a ningún servidor',
  no_network: 'no se llega a ninguna red',
  no_host: 'el servidor no existe',
  no_lookup: 'no se pudo resolver el nombre del servidor',
  at_server: '{detail} ({server})',
  then_run_again: '{detail}; {advice} y vuelva a lanzar la actualización',
  make_room: 'haga sitio en el disco',
  check_disk: 'revise el disco',
  make_quota_room: 'haga sitio en la cuota',
  mount_writable: 'móntelo con escritura',
  allow_reading: 'permita que este usuario lo lea',
  allow_writing: 'permita que este usuario escriba ahí',
  raise_file_limit: 'suba el límite de archivos abiertos',
  cannot_make_folder:
    'no se puede crear {file}: {detail}; indique otra carpeta de datos con --data',
  other_database_version:
    'otra versión de trackrecord creó las tablas ({name}); use esa versión o empiece con una base de datos vacía',
  database_busy: 'otro proceso lleva {seconds} s escribiendo en {file}; inténtelo otra vez',
  database_damaged:
    '{file} está dañado; restáurelo de una copia de seguridad o de lo que `sqlite3 .recover` pueda leer',
  database_unreachable: 'no se puede abrir {name}: {detail}',
  check_postgres:
    'no se puede abrir {name}: {detail}; compruebe que PostgreSQL funciona ahí y que la dirección es correcta',
  postgres_fault: 'PostgreSQL, {name}: {detail}',
  postgres_unreachable:
    'PostgreSQL, {name}: {detail}; compruebe que PostgreSQL funciona ahí y que la dirección es correcta',
  pointer_lost:
    'published_pointer no tiene la fila {name}; restaure PostgreSQL desde una copia de seguridad',
};
