-- one row per refused input row
create table if not exists rejects (
    run_id varchar not null,
    file varchar not null,
    line bigint not null,
    table_name varchar not null,
    reason varchar not null,
    reason_code varchar not null,
    reason_values varchar not null,
    raw varchar not null,
    account_id varchar
);
comment on table rejects is 'Input rows that broke a rule, one row each.';
comment on column rejects.run_id is 'Run that refused the row.';
comment on column rejects.file is 'File with the row.';
comment on column rejects.line is 'Line of the row in a text file, from 1; in other files its number.';
comment on column rejects.table_name is 'Table the row was meant for.';
comment on column rejects.reason is 'Rule that the row breaks, as an English sentence.';
comment on column rejects.reason_code is 'Code of the rule, such as row_not_number.';
comment on column rejects.reason_values is 'JSON object with the values of the sentence, such as the column and its value.';
comment on column rejects.raw is 'Row as received.';
comment on column rejects.account_id is 'Account of the row; null if the row names no account or has no readable columns.';
