-- statements that move data across history cuts. Rows are copied before they
-- are removed, because a transaction of DuckDB writes to one file only. After
-- an interruption the next run completes the move.
create or replace temp macro is_cut_off(account, happened_at) as
    exists (
        from history_cuts
        where history_cuts.account_id = account
            and happened_at < history_cuts.history_cut_at
    );

-- The better source counts, as in a load.
create or replace temp macro is_worse(source, than) as
    list_position(
        [
            'broker_api', 'terminal', 'operator_file', 'owner_statement',
            'owner_api', 'feed'
        ],
        source
    ) > list_position(
        [
            'broker_api', 'terminal', 'operator_file', 'owner_statement',
            'owner_api', 'feed'
        ],
        than
    );

delete from trades
using archive.trades as archived
where trades.account_id = archived.account_id
    and trades.ticket = archived.ticket
    and is_worse(trades.source, archived.source);

delete from archive.trades
where (account_id, ticket) in (
    select (account_id, ticket) from trades
    where account_id in (select archived.account_id from archive.trades as archived)
);

-- Earlier numbers belong to a lost database.
insert into trades by name
select facts.* replace (numbers.account_no as account_no)
from archive.trades as facts
inner join account_numbers as numbers using (account_id)
where not is_cut_off(facts.account_id, facts.closed_at);

delete from archive.trades as facts
where not is_cut_off(facts.account_id, facts.closed_at);

insert into archive.unpurged
select distinct facts.account_id from trades as facts
where is_cut_off(facts.account_id, facts.closed_at);

insert into archive.trades by name
from trades as facts
where is_cut_off(facts.account_id, facts.closed_at);

delete from trades as facts
where is_cut_off(facts.account_id, facts.closed_at);

delete from cash_flows
using archive.cash_flows as archived
where cash_flows.account_id = archived.account_id
    and cash_flows.id = archived.id
    and is_worse(cash_flows.source, archived.source);

delete from archive.cash_flows
where (account_id, id) in (
    select (account_id, id) from cash_flows
    where account_id in (
        select archived.account_id from archive.cash_flows as archived
    )
);

insert into cash_flows by name
from archive.cash_flows as facts
where not is_cut_off(facts.account_id, facts."at");

delete from archive.cash_flows as facts
where not is_cut_off(facts.account_id, facts."at");

insert into archive.unpurged
select distinct facts.account_id from cash_flows as facts
where is_cut_off(facts.account_id, facts."at");

insert into archive.cash_flows by name
from cash_flows as facts
where is_cut_off(facts.account_id, facts."at");

delete from cash_flows as facts
where is_cut_off(facts.account_id, facts."at");

delete from equity
using archive.equity as archived
where equity.account_id = archived.account_id
    and equity."at" = archived."at"
    and is_worse(equity.data_source, archived.data_source);

delete from archive.equity
where (account_id, "at") in (
    select (account_id, "at") from equity
    where account_id in (select archived.account_id from archive.equity as archived)
);

insert into equity by name
select facts.* replace (numbers.account_no as account_no)
from archive.equity as facts
inner join account_numbers as numbers using (account_id)
where not is_cut_off(facts.account_id, facts."at");

delete from archive.equity as facts
where not is_cut_off(facts.account_id, facts."at");

insert into archive.unpurged
select distinct facts.account_id from equity as facts
where is_cut_off(facts.account_id, facts."at");

insert into archive.equity by name
from equity as facts
where is_cut_off(facts.account_id, facts."at");

delete from equity as facts
where is_cut_off(facts.account_id, facts."at");

-- Every figure of a statement that covers removed history would reveal that
-- history.
create or replace temp macro is_of_cut_off(account, covered_from) as
    is_cut_off(account, coalesce(covered_from, timestamp '1990-01-01'));

delete from printed_figures
using archive.printed_figures as archived
where printed_figures.account_id = archived.account_id
    and printed_figures.statement = archived.statement
    and printed_figures.figure = archived.figure
    and is_worse(printed_figures.data_source, archived.data_source);

delete from archive.printed_figures
where (account_id, statement, figure) in (
    select (account_id, statement, figure) from printed_figures
    where account_id in (
        select archived.account_id from archive.printed_figures as archived
    )
);

insert into printed_figures by name
select facts.*
from archive.printed_figures as facts
where not is_of_cut_off(facts.account_id, facts.covered_from);

delete from archive.printed_figures as facts
where not is_of_cut_off(facts.account_id, facts.covered_from);

insert into archive.unpurged
select distinct facts.account_id from printed_figures as facts
where is_of_cut_off(facts.account_id, facts.covered_from);

insert into archive.printed_figures by name
from printed_figures as facts
where is_of_cut_off(facts.account_id, facts.covered_from);

delete from printed_figures as facts
where is_of_cut_off(facts.account_id, facts.covered_from);

-- A cut only moves forward, so these rows never come back.
insert into archive.unpurged
select distinct facts.account_id from overruled_trades as facts
where is_cut_off(facts.account_id, facts.closed_at);

delete from overruled_trades as facts
where is_cut_off(facts.account_id, facts.closed_at);

insert into archive.unpurged
select distinct facts.account_id from overruled_flows as facts
where is_cut_off(facts.account_id, facts."at");

delete from overruled_flows as facts
where is_cut_off(facts.account_id, facts."at");
