-- one row per subject and current period (day, week, month, year) at the time of
-- the run. Everything is null if the data of the subject ends before the period.
with
ongoing as (
    select
        run_context.as_of,
        unnest(['today', 'this_week', 'this_month', 'this_year']) as name,
        unnest([
            date_trunc('day', run_context.as_of)::timestamp,
            date_trunc('week', run_context.as_of)::timestamp,
            date_trunc('month', run_context.as_of)::timestamp,
            date_trunc('year', run_context.as_of)::timestamp
        ]) as starts_at,
    from run_context
),

booked as (
    select
        history.subject_no,
        ongoing.name,
        sum(history.amount_minor) filter (history.is_result) as net_minor,
        count(*) filter (history.is_trade) as trades_count,
        count(*) filter (history.is_trade and history.amount_minor > 0)
            as won,
        period_return_percent(
            arg_max(history.growth, history.event_no),
            arg_min(history.growth_before, history.event_no),
            max(history.total_losses),
            min(history.total_losses_before)
        ) as return_percent,
    from history
    inner join ongoing
        on history.happened_at >= ongoing.starts_at
        and history.happened_at <= ongoing.as_of
    group by history.subject_no, ongoing.name
),

traded as (
    select
        subject_trades.subject_no,
        ongoing.name,
        sum(subject_trades.volume) as volume,
    from subject_trades
    inner join ongoing
        on subject_trades.closed_at >= ongoing.starts_at
        and subject_trades.closed_at <= ongoing.as_of
    group by subject_trades.subject_no, ongoing.name
)

select
    capital.subject_no,
    ongoing.name,
    facts.updated_at >= ongoing.starts_at or booked.subject_no is not null
        as is_known,
    case when is_known then
        money(coalesce(booked.net_minor, 0), capital.unit)
    end as profit,
    case when is_known and capital.starting_minor is not null then
        coalesce(booked.return_percent, 0.0)
    end as twr_percent,
    case when is_known then coalesce(booked.trades_count, 0) end
        as trades_count,
    percent(ratio(booked.won, booked.trades_count)) as win_rate,
    case when is_known then coalesce(traded.volume, 0)::double end as volume,
from capital
cross join ongoing
left join facts using (subject_no)
left join booked using (subject_no, name)
left join traded using (subject_no, name)
