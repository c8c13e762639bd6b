-- one row per loaded file content
create table if not exists loaded_files (
    sha256 varchar not null,
    table_name varchar not null,
    file varchar not null,
    run_id varchar not null,
    rows_in bigint not null,
    rows_kept bigint not null,
    rows_replaced bigint not null,
    rows_rejected bigint not null,
    bytes bigint not null
);
comment on table loaded_files is 'Loaded files, one row per sha256; the same content is never loaded twice.';
comment on column loaded_files.sha256 is 'SHA-256 of the bytes of the file. For rows that did not come from a file: SHA-256 of the name of their load.';
comment on column loaded_files.table_name is 'Table it was loaded into.';
comment on column loaded_files.file is 'Path it was loaded from.';
comment on column loaded_files.run_id is 'Run that loaded it.';
comment on column loaded_files.rows_in is 'Data rows in the file.';
comment on column loaded_files.rows_kept is 'Rows of the file that were in the table after the run.';
comment on column loaded_files.rows_replaced is 'Rows of the file that a later row of the same run replaced.';
comment on column loaded_files.rows_rejected is 'Refused rows of the file.';
comment on column loaded_files.bytes is 'Size of the file.';
