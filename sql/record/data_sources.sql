-- one row per subject: its accounts, how they are described, and the sources of
-- their data by kind. Marks of track records rest on it.
with
reports as (
    select positions.account_id, positions.reported_at, positions.data_source,
    from positions
    union all
    select
        position_reports.account_id,
        position_reports.reported_at,
        position_reports.data_source,
    from position_reports
),

-- Only the newest report of open positions counts, which may be empty.
newest as (
    select
        members.subject_no,
        reports.data_source as source,
        reports.reported_at = max(reports.reported_at) over (
            partition by members.subject_no, members.account_id
        ) as is_newest,
    from reports
    inner join members
        on reports.account_id = members.account_id
        and (
            not members.is_read_from_broker
            or reports.data_source = 'broker_api'
        )
),

kinds as (
    select rows_by_source.subject_no, rows_by_source.source, 'bookings' as kind,
    from rows_by_source
    where rows_by_source.trades + rows_by_source.flows > 0
    union all
    select members.subject_no, unnest(members.described_by), 'account'
    from members
    union all
    -- Capital at a history cut is the sum of the bookings before it.
    select members.subject_no, trades.source, 'account'
    from archive.trades
    inner join members
        on trades.account_id = members.account_id
        and (not members.is_read_from_broker or trades.source = 'broker_api')
    union all
    select members.subject_no, cash_flows.source, 'account'
    from archive.cash_flows
    inner join members
        on cash_flows.account_id = members.account_id
        and (
            not members.is_read_from_broker
            or cash_flows.source = 'broker_api'
        )
    where cash_flows.kind <> 'credit'
    union all
    select members.subject_no, selected_equity.data_source, 'equity'
    from selected_equity
    inner join members using (account_no)
    union all
    select newest.subject_no, newest.source, 'positions'
    from newest
    where newest.is_newest
    union all
    select members.subject_no, printed_figures.data_source, 'figures'
    from printed_figures
    inner join members
        on printed_figures.account_id = members.account_id
        and (
            not members.is_read_from_broker
            or printed_figures.data_source = 'broker_api'
        )
),

counted as (
    select distinct kinds.subject_no, kinds.kind, kinds.source
    from kinds
),

listed as (
    select
        counted.subject_no,
        list(counted.source order by counted.source)
            filter (counted.kind = 'bookings') as bookings,
        list(counted.source order by counted.source)
            filter (counted.kind = 'account') as account,
        list(counted.source order by counted.source)
            filter (counted.kind = 'equity') as equity,
        list(counted.source order by counted.source)
            filter (counted.kind = 'positions') as positions,
        list(counted.source order by counted.source)
            filter (counted.kind = 'figures') as figures,
    from counted
    group by counted.subject_no
),

described as (
    select
        members.subject_no,
        list(
            {
                account: members.account_id,
                platform: members.platform,
                currency: members.currency,
                broker: accounts.broker,
                server: members.server,
                demo: accounts.demo,
                created_at: utc_iso(accounts.created_at)
            }
            order by members.member_no
        ) as accounts,
    from members
    inner join accounts using (account_id)
    group by members.subject_no
)

select
    selection.subject_id,
    selection.currency,
    coalesce(described.accounts, []) as accounts,
    coalesce(listed.bookings, []) as bookings,
    coalesce(listed.account, []) as account,
    coalesce(listed.equity, []) as equity,
    coalesce(listed.positions, []) as positions,
    coalesce(listed.figures, []) as figures,
from selection
left join described using (subject_no)
left join listed using (subject_no)
