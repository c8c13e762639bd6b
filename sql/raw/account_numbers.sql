-- one row per account that trades or equity reports were loaded of
create table if not exists account_numbers (
    account_id varchar not null,
    account_no integer not null
);
comment on table account_numbers is 'A number for each account that trades or equity reports were loaded of, given once; tells nothing about it.';
comment on column account_numbers.account_id is 'Internal id of the account.';
comment on column account_numbers.account_no is 'Its number: 1 and up, in order of the ids that came in together.';
