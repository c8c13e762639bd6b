-- one row per account with loaded trades or equity reports
create table if not exists account_numbers (
    account_id varchar not null,
    account_no integer not null
);
comment on table account_numbers is 'Numbers of accounts with trades or equity reports, assigned once; they have no other meaning.';
comment on column account_numbers.account_id is 'Internal id of the account.';
comment on column account_numbers.account_no is 'Number from 1, in order of the ids that were loaded together.';
