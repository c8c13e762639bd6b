import type { Reasons } from './form.ts';

/** Reasons why a run failed. Names in braces are values. */
export const runReasons = {
  run_ended_by: 'ended by {signal}',
  run_other_run: 'another run holds {file}; wait for it to end',
  run_other_run_of: 'another run holds {file} (process {process}); wait for it to end',
  run_source_no_folder: 'source {name} is not a directory; name one that exists with --source',
  run_source_empty: 'source {name} has no files; put some there or name another with --source',
  run_file_changed: '{file} was written while it was read; run again when nothing writes there',
  run_rows_changed:
    '{table}: {expected} rows were counted and {found} read in {names}; run again when nothing writes there',
  run_strict_refusal:
    'strict: {rows} and {files} refused, first {detail}; correct them or run without --strict',
  run_one_row: '{count} row',
  run_several_rows: '{count} rows',
  run_one_file: '{count} file',
  run_several_files: '{count} files',
  run_other_tables:
    '{file} has the tables of another trackrecord; use that one, or run again with --rebuild',
  run_cannot_open:
    'cannot open {file}: {detail}; put back a good copy, or run again with --rebuild',
  run_cannot_prepare: "what was sent in can't be prepared for the load: {detail}",
  run_statistics_failed: 'statistics failed: {detail}',
  run_nothing_loaded:
    'no account was ever loaded, but {version} has {accounts}; run again with every source',
  run_registry_empty:
    'the registry has no accounts, but {version} in service has {accounts} accounts and portfolios from it. Fill the registry with registry move or registry apply, check DATABASE_URL, or run once with --empty-registry to remove them all',
  run_no_ledger:
    'neither {file} nor {other} can tell what was loaded; name every source with --source',
  run_loaded_file_gone:
    '{file} was loaded and is gone, nothing was changed; put it back, or name every source with --source',
  run_after_publication: 'version {version} is published, {task} failed: {detail}',
  run_task_calendar: 'the calendar',
  run_task_warehouse: 'the warehouse',
  run_task_removal: 'removing those before',
  run_other_publishes: 'another machine is publishing; wait for it to end',
  run_earlier_serial:
    'the pointer in PostgreSQL has serial {serial}, this machine has seen {noted}. If the database was restored from a backup, set serial in published_pointer above {noted}',
  run_other_machine:
    'version {version} was published from another machine, and the data in {file} may differ; run again with --rebuild and every source',
  run_newer_form:
    '{what} was published by a newer trackrecord, in form {form}, and this one writes form {own}; install the newer one here, or {advice}',
  run_the_version: 'version {version}',
  run_the_calendar: 'the calendar',
  run_set_form_back: 'to go back on all machines, set form in published_pointer to {form}',
  run_roll_form_back: 'to keep this one, roll back to a version that it has written',
  run_earlier_version: 'name an earlier version',
  run_unconfirmed_version:
    'version {version} is in service, but the disk of {folder} could not confirm that it outlasts a power cut ({detail}); check that disk and {advice}',
  run_unconfirmed_calendar:
    'calendar {version} is in service, but the disk of {folder} could not confirm that it outlasts a power cut ({detail}); check that disk and {advice}',
  run_again: 'run again',
  run_roll_back_again: 'roll back to {version} again',
  run_serial_damaged: '{file}: not as it was written',
  run_store_fault: 'store {address}: {what}: {detail}',
  run_not_put: '{name} could not be put',
  run_not_fetched: '{name} could not be fetched',
  run_not_whole: '{name} is not whole',
  run_not_read: '{name} could not be read',
  run_not_listed: '{name} could not be listed',
  run_not_removed: '{name} could not be removed',
  run_files_not_listed: 'its files could not be listed',
  run_store_folder_lost: 'there is no such directory; mount it, or create it for a new store',
  run_many_bytes: '{bytes} bytes are too many',
  run_test_object: 'a test object',
  run_nothing_computed:
    'nothing was computed, because it could not be published: {detail}; repair the store and run again',
  run_nothing_reached:
    'nothing was computed, because it could not be published: {detail}, and run again',
} as const satisfies Reasons<'run'>;
