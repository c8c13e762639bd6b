-- one row per account_id and source that sends deals of MetaTrader
create table if not exists terminals (
    account_id varchar not null,
    source varchar not null,
    number bigint not null,
    state varchar not null
);
comment on table terminals is 'State of each terminal or broker that sends deals of MetaTrader, one row per account_id and source. A run needs it to pair new deals with earlier ones.';
comment on column terminals.account_id is 'Internal id of the account.';
comment on column terminals.source is 'terminal or broker_api.';
comment on column terminals.number is 'Number of the newest delivery that the state counts.';
comment on column terminals.state is 'JSON: the newest account data, the observed server clocks, the newest list of open positions, and the opening costs of each position.';
