-- one row per published account or portfolio and open position in its list. A
-- portfolio has its own currency, at the rates of its figures.
create or replace view shared_positions as
with
newest as (
    select reports.account_id, max(reports.reported_at) as reported_at
    from (
        select
            positions.account_id,
            positions.reported_at,
            positions.data_source,
        from positions
        union all
        select
            position_reports.account_id,
            position_reports.reported_at,
            position_reports.data_source,
        from position_reports
    ) as reports
    inner join accounts using (account_id)
    where not accounts.is_read_from_broker
        or reports.data_source = 'broker_api'
    group by reports.account_id
),

listed as (
    select
        listed_members.slug,
        listed_members.type,
        listed_members.hidden,
        listed_members.has_magic_numbers,
        positions.* exclude (account_id, data_source),
        case when conversions.rate is null then 1.0 else conversions.rate end
            as rate,
        conversions.printed_digits,
    from listed_members
    inner join newest using (account_id)
    inner join positions using (account_id, reported_at)
    inner join accounts using (account_id)
    left join conversions
        on listed_members.subject_id = conversions.subject_id
        and listed_members.account_id = conversions.account_id
        and positions.reported_at::date = conversions.day
    where not accounts.is_read_from_broker
        or positions.data_source = 'broker_api'
)

select
    listed.slug,
    listed.type,
    listed.ticket,
    listed.symbol,
    listed.side,
    case when list_contains(listed.hidden, 'volume') then 0
        else listed.volume end as volume,
    listed.open_price,
    unless_hidden(listed.hidden, 'stop_loss', nullif(listed.stop_loss, 0))
        as stop_loss,
    unless_hidden(listed.hidden, 'take_profit', nullif(listed.take_profit, 0))
        as take_profit,
    date_trunc('milliseconds', listed.opened_at) at time zone 'UTC'
        as opened_at,
    reported_money(listed.profit, listed.rate, listed.printed_digits) as profit,
    reported_money(listed.commission, listed.rate, listed.printed_digits)
        as commission,
    reported_money(listed.swap, listed.rate, listed.printed_digits) as swap,
    unless_hidden(listed.hidden, 'comment', nullif(listed.comment, ''))
        as comment,
    case when listed.has_magic_numbers then listed.magic_number end
        as magic_number,
from listed;
comment on view shared_positions is 'Open positions of published accounts and portfolios by slug, as visitors may read them: once for the account and once for each portfolio that lists it.';
