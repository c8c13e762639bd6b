-- one row per published account or portfolio and closed trade in its list. A
-- portfolio has its own currency, at the rates of its figures.
create or replace view shared_trades as
with
listed as (
    select
        listed_members.slug,
        listed_members.type,
        listed_members.hidden,
        listed_members.has_magic_numbers,
        closed_trades.* exclude (
            account_id, profit, commission, swap, net_profit, currency
        ),
        subjects.currency,
        member_money(closed_trades.profit, conversions.rate, conversions.unit)
            as profit,
        member_money(closed_trades.commission, conversions.rate, conversions.unit)
            as commission,
        member_money(closed_trades.swap, conversions.rate, conversions.unit) as swap,
    from listed_members
    inner join subjects using (subject_id)
    inner join closed_trades using (account_id)
    left join conversions
        on listed_members.subject_id = conversions.subject_id
        and listed_members.account_id = conversions.account_id
        and closed_trades.closed_at::date = conversions.day
    where listed_members.history_cut_at is null
        or closed_trades.closed_at >= listed_members.history_cut_at
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
    unless_hidden(listed.hidden, 'stop_loss', nullif(listed.stop_loss, 0))
        as stop_loss,
    unless_hidden(listed.hidden, 'take_profit', nullif(listed.take_profit, 0))
        as take_profit,
    date_trunc('milliseconds', listed.opened_at) at time zone 'UTC'
        as opened_at,
    date_trunc('milliseconds', listed.closed_at) at time zone 'UTC'
        as closed_at,
    listed.profit,
    listed.commission,
    listed.swap,
    listed.profit + listed.commission + listed.swap as net_profit,
    unless_hidden(listed.hidden, 'comment', nullif(listed.comment, ''))
        as comment,
    case when listed.has_magic_numbers then listed.magic_number end
        as magic_number,
    listed.currency,
    epoch_ms(date_trunc('milliseconds', listed.closed_at)) / 1000
    - epoch_ms(date_trunc('milliseconds', listed.opened_at)) / 1000
        as duration_seconds,
    listed.instrument,
    listed.pips,
from listed;
comment on view shared_trades is 'Closed trades of published accounts and portfolios by slug, as visitors may read them: once for the account and once for each portfolio that lists it.';
comment on column shared_trades.currency is 'Currency of the amounts.';
comment on column shared_trades.duration_seconds is 'Time from opening to closing, in seconds.';
comment on column shared_trades.instrument is 'Name of the instrument without the broker''s prefix and suffix.';
comment on column shared_trades.pips is 'Distance from opening to closing price in pips, positive for a gain; null if the pip size is unknown.';
