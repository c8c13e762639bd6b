-- one row per account in `touched_accounts` that has a report: the combination
-- of all its reports. Their order of loading has no effect, so statements may
-- come one by one, together, or newest first. The opening balance comes from
-- the report that begins first, because later reports count their whole past as
-- capital. The current values come from the report that ends last. On a tie the
-- row without a statement wins, else the greatest fingerprint, whose file was
-- loaded last. A statement may omit values such as the leverage; then the
-- newest report that has the value counts.
with
reports as (
    select
        account_reports.*,
        row_number() over newest_first as age,
        row_number() over first_begun as beginning,
    from account_reports
    where
        account_reports.account_id
        in (select touched_accounts.account_id from touched_accounts)
    window
        newest_first as (
            partition by account_reports.account_id
            order by
                account_reports.updated_at desc,
                account_reports.statement desc nulls first
        ),
        first_begun as (
            partition by account_reports.account_id
            order by
                account_reports.created_at,
                account_reports.updated_at desc,
                account_reports.statement desc nulls first
        )
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
    any_value(reports.opening_balance) filter (reports.beginning = 1)
        as opening_balance,
    any_value(reports.reported_balance) filter (reports.age = 1)
        as reported_balance,
    any_value(reports.data_source) filter (reports.age = 1) as data_source,
    any_value(reports.contradicted) filter (reports.age = 1) as contradicted,
from reports
group by reports.account_id
order by reports.account_id
