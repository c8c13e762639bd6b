-- one row per account or portfolio that a stranger may read and closed trade in
-- its list; those of a portfolio in its currency, at the rates of its figures.
-- A list without figures that are computed from it has none, nor has one that
-- is held back
create or replace view shared_trades as
with
listed as (
    select
        shown_members.slug,
        shown_members.type,
        shown_members.hidden,
        accounts.platform,
        trades.* exclude (account_id, profit, commission, swap),
        member_money(trades.profit, conversions.rate, conversions.unit)
            as profit,
        member_money(trades.commission, conversions.rate, conversions.unit)
            as commission,
        member_money(trades.swap, conversions.rate, conversions.unit) as swap,
    from shown_members
    semi join computed_subjects using (subject_id)
    anti join held_back using (subject_id)
    inner join accounts using (account_id)
    inner join trades using (account_id)
    left join conversions
        on shown_members.subject_id = conversions.subject_id
        and shown_members.account_id = conversions.account_id
        and trades.closed_at::date = conversions.day
    where shown_members.history_cut_at is null
        or trades.closed_at >= shown_members.history_cut_at
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
    listed.close_price,
    case when not list_contains(listed.hidden, 'stop_loss')
        then nullif(listed.stop_loss, 0) end as stop_loss,
    case when not list_contains(listed.hidden, 'take_profit')
        then nullif(listed.take_profit, 0) end as take_profit,
    date_trunc('milliseconds', listed.opened_at) as opened_at,
    date_trunc('milliseconds', listed.closed_at) as closed_at,
    listed.profit,
    listed.commission,
    listed.swap,
    listed.profit + listed.commission + listed.swap as net_profit,
    case when not list_contains(listed.hidden, 'comment')
        then nullif(listed.comment, '') end as comment,
    case when listed.platform in ('MT4', 'MT5') then listed.magic_number end
        as magic_number,
from listed;
comment on view shared_trades is 'Closed trades of published accounts and portfolios by slug, as strangers may read them: once for the account and once for each portfolio that lists it.';
