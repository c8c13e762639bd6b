/** Reasons why a run failed. Names in braces are values. */
export const runReasons = {
  ended_by: 'ended by {signal}',
  other_run: 'another run holds {file}; wait for it to end',
  other_run_of: 'another run holds {file} (process {process}); wait for it to end',
  source_no_folder: 'source {name} is not a directory; name one that exists with --source',
  source_empty: 'source {name} has no files; put some there or name another with --source',
  file_changed: '{file} was written while it was read; run again when nothing writes there',
  rows_changed:
    '{table}: {expected} rows were counted and {found} read in {names}; run again when nothing writes there',
  rows_lost: '{table}: {expected} rows should be kept and {found} were; report this fault',
  strict_refusal:
    'strict: {rows} and {files} refused, first {detail}; correct them or run without --strict',
  one_row: '{count} row',
  several_rows: '{count} rows',
  one_file: '{count} file',
  several_files: '{count} files',
  other_tables:
    '{file} has the tables of another trackrecord; use that one, or run again with --rebuild',
  cannot_open: 'cannot open {file}: {detail}; put back a good copy, or run again with --rebuild',
  cannot_prepare: "what was sent in can't be prepared for the load: {detail}",
  statistics_failed: 'statistics failed: {detail}',
  nothing_loaded:
    'no account was ever loaded, but {version} has {accounts}; run again with every source',
  registry_empty:
    'the registry has no accounts, but {version} in service has {accounts} accounts and portfolios from it. Fill the registry with registry move or registry apply, check DATABASE_URL, or run once with --empty-registry to remove them all',
  no_ledger: 'neither {file} nor {other} can tell what was loaded; name every source with --source',
  loaded_file_gone:
    '{file} was loaded and is gone, nothing was changed; put it back, or name every source with --source',
  after_publication: 'version {version} is published, {task} failed: {detail}',
  task_calendar: 'the calendar',
  task_warehouse: 'the warehouse',
  task_removal: 'removing those before',
  other_publishes: 'another machine is publishing; wait for it to end',
  earlier_serial:
    'the pointer in PostgreSQL has serial {serial}, this machine has seen {noted}. If the database was restored from a backup, set serial in published_pointer above {noted}',
  other_machine:
    'version {version} was published from another machine, and the data in {file} may differ; run again with --rebuild and every source',
  newer_form:
    '{what} was published by a newer trackrecord, in form {form}, and this one writes form {own}; install the newer one here, or {advice}',
  the_version: 'version {version}',
  the_calendar: 'the calendar',
  set_form_back: 'to go back on all machines, set form in published_pointer to {form}',
  roll_form_back: 'to keep this one, roll back to a version that it has written',
  earlier_version: 'name an earlier version',
  unconfirmed_version:
    'version {version} is in service, but the disk of {folder} could not confirm that it outlasts a power cut ({detail}); check that disk and {advice}',
  unconfirmed_calendar:
    'calendar {version} is in service, but the disk of {folder} could not confirm that it outlasts a power cut ({detail}); check that disk and {advice}',
  run_again: 'run again',
  roll_back_again: 'roll back to {version} again',
  serial_damaged: '{file}: not as it was written',
  store_fault: 'store {address}: {what}: {detail}',
  not_put: '{name} could not be put',
  not_fetched: '{name} could not be fetched',
  not_whole: '{name} is not whole',
  not_read: '{name} could not be read',
  not_listed: '{name} could not be listed',
  not_removed: '{name} could not be removed',
  files_not_listed: 'its files could not be listed',
  store_folder_lost: 'there is no such directory; mount it, or create it for a new store',
  many_bytes: '{bytes} bytes are too many',
  test_object: 'a test object',
  nothing_computed:
    'nothing was computed, because it could not be published: {detail}; repair the store and run again',
  nothing_reached:
    'nothing was computed, because it could not be published: {detail}, and run again',
} as const;
