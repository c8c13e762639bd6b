-- one row per subject: its accounts, how they are described, the sources of their data by kind,
-- whether they reconcile, and whether deposits are unknown. Marks of track records rest on it.
with
kinds as (
    select rows_by_source.subject_no, rows_by_source.source, 'bookings' as kind,
    from rows_by_source
    where rows_by_source.trades + rows_by_source.flows > 0
    union all
    select members.subject_no, unnest(members.described_by), 'account'
    from members
    union all
    -- Capital at a history cut is the sum of the bookings before it.
    select members.subject_no, archived_totals.source, 'account'
    from archived_totals
    inner join members using (account_id)
    union all
    select members.subject_no, selected_equity.data_source, 'equity'
    from selected_equity
    inner join members using (account_no)
    union all
    select newest_reports.subject_no, newest_reports.data_source, 'positions'
    from newest_reports
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

-- The newest report of open positions that an owner can have written.
reported as (
    select
        newest_reports.subject_no,
        max(newest_reports.reported_at) as reported_at,
    from newest_reports
    where is_written_by_owner(newest_reports.data_source)
    group by newest_reports.subject_no
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
    reconciled.is_reconciled as reconciled,
    capital.deposits_unknown,
    coalesce(described.accounts, []) as accounts,
    coalesce(listed.bookings, []) as bookings,
    coalesce(listed.account, []) as account,
    coalesce(listed.equity, []) as equity,
    coalesce(listed.positions, []) as positions,
    coalesce(listed.figures, []) as figures,
    strftime(reported.reported_at, '%Y-%m-%d') as positions_on,
from selection
inner join capital using (subject_no)
left join reconciled using (subject_no)
left join described using (subject_no)
left join listed using (subject_no)
left join reported using (subject_no)
