-- one row per subject: its accounts, how they are described, the sources of their data by kind,
-- whether they reconcile, and whether deposits are unknown. It also has what its owner reported
-- about it as a whole. Marks of track records rest on it.
with
counted_figures as (
    select members.subject_no, printed_figures.*,
    from printed_figures
    inner join members
        on printed_figures.account_id = members.account_id
        and (
            not members.is_read_from_broker
            or printed_figures.data_source = 'broker_api'
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
    select counted_figures.subject_no, counted_figures.data_source, 'figures'
    from counted_figures
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

-- What owners reported last of accounts as a whole: no day of the record has it.
owners_reports as (
    select
        members.subject_no,
        accounts.updated_at as reported_at,
        {
            account: accounts.account_id,
            updated_at: accounts.updated_at,
            balance: accounts.reported_balance,
            contradicted: accounts.contradicted
        }::varchar as report,
    from members
    inner join accounts using (account_id)
    where is_written_by_owner(accounts.data_source)
    union all
    select
        newest_reports.subject_no,
        newest_reports.reported_at,
        {
            account: newest_reports.account_id,
            reported_at: newest_reports.reported_at,
            position: positions
        }::varchar,
    from newest_reports
    left join positions using (account_id, reported_at, data_source)
    where is_written_by_owner(newest_reports.data_source)
    union all
    select
        counted_figures.subject_no,
        counted_figures.printed_at,
        {
            account: counted_figures.account_id,
            statement: counted_figures.statement,
            figure: counted_figures.figure,
            value: counted_figures.value,
            decimals: counted_figures.decimals,
            covered_from: counted_figures.covered_from,
            printed_at: counted_figures.printed_at
        }::varchar,
    from counted_figures
    where is_written_by_owner(counted_figures.data_source)
),

reported as (
    select
        owners_reports.subject_no,
        {
            day: strftime(max(owners_reports.reported_at), '%Y-%m-%d'),
            digest: md5(string_agg(
                owners_reports.report, ';' order by owners_reports.report
            ))
        } as owners_report,
    from owners_reports
    group by owners_reports.subject_no
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
                leverage: accounts.leverage,
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
    reported.owners_report,
from selection
inner join capital using (subject_no)
left join reconciled using (subject_no)
left join described using (subject_no)
left join listed using (subject_no)
left join reported using (subject_no)
