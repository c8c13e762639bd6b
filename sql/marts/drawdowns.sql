-- one row per subject: its drawdowns, the runs of days that ended below the peak. What is booked
-- after the last trade of a day counts.
with
topped as (
    select
        days.subject_no,
        days.day,
        days.net_so_far_minor,
        days.share_at_end,
        days.net_at_top_minor,
        days.top_index = max(days.top_index) over so_far as is_top,
    from days
    where days.twr_index is not null
    window so_far as (
        partition by days.subject_no
        order by days.day
        rows unbounded preceding
    )
),

-- A fall that printed digits can't show does not count. This also removes rounding errors. Of peaks
-- of equal height the newest counts, before all of them the opening index.
falls as (
    select
        topped.subject_no,
        topped.day,
        coalesce(last_value(
            case when topped.is_top then topped.net_at_top_minor end ignore nulls
        ) over so_far, 0.0) - topped.net_so_far_minor as lost_minor,
        round(topped.share_at_end, 10) as depth_share,
        depth_share < -5e-7 as is_below,
        sum(case when is_below then 0 else 1.0::double end) over so_far
            as peak_no,
    from topped
    window so_far as (
        partition by topped.subject_no
        order by topped.day
        rows unbounded preceding
    )
),

-- A drawdown runs from the last day at the peak to the next peak. The first one
-- may start at the opening index.
spells as (
    select
        falls.subject_no,
        falls.peak_no,
        min(falls.day) as first_day,
        min(falls.day) filter (falls.is_below) as started,
        min(
            {share: falls.depth_share, day: falls.day,
                lost_minor: falls.lost_minor}
        ) as bottom,
        arg_max(falls.depth_share, falls.day) as last_share,
    from falls
    group by falls.subject_no, falls.peak_no
),

followed as (
    select
        spells.*,
        lead(spells.first_day) over in_order as recovered,
    from spells
    window in_order as (
        partition by spells.subject_no
        order by spells.peak_no
    )
),

-- A current drawdown lasts until the newest report of the account.
episodes as (
    select
        followed.subject_no,
        followed.last_share,
        {
            started: strftime(followed.started, '%Y-%m-%d'),
            bottomed: strftime(followed.bottom.day, '%Y-%m-%d'),
            recovered: strftime(followed.recovered, '%Y-%m-%d'),
            depth_percent: percent(-followed.bottom.share),
            depth_money: money(followed.bottom.lost_minor, capital.unit),
            days_down: followed.bottom.day - followed.started + 1,
            days_to_recover: followed.recovered - followed.bottom.day,
            days: case
                when followed.recovered is not null
                    then followed.recovered - followed.started
                else greatest(facts.updated_at::date, ends.last_day)
                    - followed.started + 1
            end
        } as episode,
    from followed
    inner join capital using (subject_no)
    inner join facts using (subject_no)
    inner join (
        select days.subject_no, max(days.day) as last_day
        from days
        group by days.subject_no
    ) as ends using (subject_no)
    where followed.started is not null
),

-- Deepest first; on a tie the earlier one.
gathered as (
    select
        episodes.subject_no,
        list(
            episodes.episode
            order by
                episodes.episode.depth_percent desc, episodes.episode.started
        ) as episodes,
        arg_min(
            episodes.episode,
            {shortness: -episodes.episode.days,
                started: episodes.episode.started}
        ) as longest,
        any_value({
            depth_percent: percent(-episodes.last_share),
            started: episodes.episode.started,
            days: episodes.episode.days
        }) filter (episodes.episode.recovered is null) as current,
        count(*) as episodes_count,
    from episodes
    group by episodes.subject_no
)

select
    selection.subject_id,
    gathered.current,
    gathered.longest,
    coalesce(gathered.episodes_count, 0) as episodes_count,
    coalesce(gathered.episodes, []) as episodes,
from selection
left join gathered using (subject_no)
