-- one row per account or portfolio that a stranger may read and open position in
-- its list; those of a portfolio in its currency, at the rates of its figures.
-- A list without figures that are computed from it has none, nor has one that
-- is held back
create or replace view shared_positions as
with
newest as (
    select positions.account_id, max(positions.reported_at) as reported_at
    from positions
    group by positions.account_id
),

listed as (
    select
        shown_members.slug,
        shown_members.type,
        shown_members.hidden,
        accounts.platform,
        positions.* exclude (account_id),
        case when conversions.rate is null then 1.0 else conversions.rate end
            as rate,
        conversions.printed_digits,
    from shown_members
    semi join computed_subjects using (subject_id)
    anti join held_back using (subject_id)
    inner join accounts using (account_id)
    inner join newest using (account_id)
    inner join positions using (account_id, reported_at)
    left join conversions
        on shown_members.subject_id = conversions.subject_id
        and shown_members.account_id = conversions.account_id
        and positions.reported_at::date = conversions.day
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
    case when not list_contains(listed.hidden, 'stop_loss')
        then nullif(listed.stop_loss, 0) end as stop_loss,
    case when not list_contains(listed.hidden, 'take_profit')
        then nullif(listed.take_profit, 0) end as take_profit,
    date_trunc('milliseconds', listed.opened_at) as opened_at,
    reported_money(listed.profit, listed.rate, listed.printed_digits) as profit,
    reported_money(listed.commission, listed.rate, listed.printed_digits)
        as commission,
    reported_money(listed.swap, listed.rate, listed.printed_digits) as swap,
    case when not list_contains(listed.hidden, 'comment')
        then nullif(listed.comment, '') end as comment,
    case when listed.platform in ('MT4', 'MT5') then listed.magic_number end
        as magic_number,
from listed;
comment on view shared_positions is 'Open positions of published accounts and portfolios by slug, as strangers may read them: once for the account and once for each portfolio that lists it.';
