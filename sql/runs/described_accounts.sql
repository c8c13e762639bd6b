-- one row per account in `touched_accounts` that has a report: the combination of all its reports.
-- Statements may come one by one, together, or newest first: the order of loading has no effect.
--
-- - The opening balance comes from the report that begins first, because later reports count their
--   whole past as capital. A statement begins with its first closing or booking. The opening of a
--   trade says nothing: a later statement may close a trade that opened before all others.
-- - The current values come from the report that ends last. On a tie the row without a statement
--   wins, else the greatest fingerprint.
-- - A statement may omit values such as the leverage. Then the newest report that has the value
--   counts.
-- - If all trades and bookings were read from the broker, only its reports count. Nobody else can
--   say that the account began with less capital.
--   Credit is no booking here, because no figure has it.
-- - The report that begins first may not list all deposits. Then it tells no capital. An operator
--   gives it in a row that comes from no statement. A statement gives it if it begins as early.
with
described_by_broker as (
    select distinct account_reports.account_id
    from account_reports
    where
        account_reports.data_source = 'broker_api'
        and account_reports.account_id
        in (select touched_accounts.account_id from touched_accounts)
),

with_other_sources as (
    select trades.account_id
    from trades
    where
        trades.source <> 'broker_api'
        and trades.account_id
        in (select described_by_broker.account_id from described_by_broker)

    union all

    select cash_flows.account_id
    from cash_flows
    where
        cash_flows.source <> 'broker_api'
        and cash_flows.kind <> 'credit'
        and cash_flows.account_id
        in (select described_by_broker.account_id from described_by_broker)
),

read_from_broker as (
    select described_by_broker.account_id
    from described_by_broker
    anti join with_other_sources using (account_id)
),

first_bookings as (
    select
        printed_figures.account_id,
        printed_figures.statement,
        printed_figures.data_source,
        min(printed_figures.covered_from) as first_booked_at,
    from printed_figures
    where
        printed_figures.account_id
        in (select touched_accounts.account_id from touched_accounts)
    group by
        printed_figures.account_id,
        printed_figures.statement,
        printed_figures.data_source
),

all_reports as (
    select
        account_reports.*,
        coalesce(first_bookings.first_booked_at, account_reports.created_at)
            as begun_at,
    from account_reports
    left join first_bookings using (account_id, statement, data_source)
    where
        account_reports.account_id
        in (select touched_accounts.account_id from touched_accounts)
),

reports as (
    select
        all_reports.*,
        all_reports.account_id
        in (select read_from_broker.account_id from read_from_broker)
            as is_read_from_broker,
        row_number() over newest_first as age,
        row_number() over first_begun as beginning,
    from all_reports
    where
        all_reports.data_source = 'broker_api'
        or all_reports.account_id
        not in (select read_from_broker.account_id from read_from_broker)
    window
        newest_first as (
            partition by all_reports.account_id
            order by
                all_reports.updated_at desc,
                all_reports.statement desc nulls first,
                all_reports.data_source <> 'broker_api',
                all_reports.data_source <> 'terminal',
                all_reports.data_source
        ),
        first_begun as (
            partition by all_reports.account_id
            order by
                all_reports.begun_at,
                all_reports.updated_at desc,
                all_reports.statement desc nulls first,
                all_reports.data_source <> 'broker_api',
                all_reports.data_source <> 'terminal',
                all_reports.data_source
        )
),

given as (
    select
        all_reports.account_id,
        all_reports.opening_balance,
        all_reports.data_source,
    from all_reports
    inner join reports
        on all_reports.account_id = reports.account_id
        and reports.beginning = 1
        and reports.deposits_unknown
    where
        all_reports.opening_balance is not null
        and all_reports.deposits_unknown is distinct from true
        and (
            all_reports.data_source = 'operator_file'
            and all_reports.statement is null
            or all_reports.data_source in ('operator_file', 'owner_statement')
            and all_reports.begun_at <= reports.begun_at
        )
    qualify
        row_number() over (
            partition by all_reports.account_id
            order by
                all_reports.data_source,
                all_reports.statement nulls first,
                all_reports.begun_at
        ) = 1
)

select
    reports.account_id,
    any_value(reports.platform) filter (reports.age = 1) as platform,
    any_value(reports.currency) filter (reports.age = 1) as currency,
    arg_min(reports.broker, reports.age) as broker,
    arg_min(reports.server, reports.age) as server,
    arg_min(reports.leverage, reports.age) as leverage,
    arg_min(reports.demo, reports.age) as demo,
    min(reports.created_at) as created_at,
    max(reports.updated_at) as updated_at,
    case when any_value(given.account_id) is not null
        then any_value(given.opening_balance)
        else any_value(reports.opening_balance) filter (
            reports.beginning = 1
            and reports.deposits_unknown is distinct from true
        )
    end as opening_balance,
    any_value(reports.reported_balance) filter (reports.age = 1)
        as reported_balance,
    any_value(reports.data_source) filter (reports.age = 1) as data_source,
    any_value(reports.contradicted) filter (reports.age = 1) as contradicted,
    list_sort(list_distinct([
        any_value(reports.data_source) filter (reports.age = 1),
        any_value(reports.data_source) filter (reports.beginning = 1),
        any_value(given.data_source),
        arg_min(reports.data_source, reports.age)
            filter (reports.broker is not null),
        arg_min(reports.data_source, reports.age)
            filter (reports.server is not null),
        arg_min(reports.data_source, reports.age)
            filter (reports.leverage is not null),
        arg_min(reports.data_source, reports.age)
            filter (reports.demo is not null)
    ])) as described_by,
    bool_or(reports.is_read_from_broker) as is_read_from_broker,
    bool_or(
        reports.beginning = 1 and reports.deposits_unknown is not distinct from true
    ) and any_value(given.account_id) is null as deposits_unknown,
from reports
left join given using (account_id)
group by reports.account_id
order by reports.account_id
