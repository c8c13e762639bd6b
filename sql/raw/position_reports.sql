-- one row per report of open positions, which may be empty: account_id,
-- reported_at
create table if not exists position_reports (
    account_id varchar not null,
    reported_at timestamp not null,
    data_source varchar not null
);
comment on table position_reports is 'Reports of open positions, also empty ones, one row per account_id and reported_at. A position that the newest report lacks is closed.';
comment on column position_reports.account_id is 'Internal id of the account.';
comment on column position_reports.reported_at is 'Time of the report, UTC.';
comment on column position_reports.data_source is 'Source of the delivery, set by the program: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
