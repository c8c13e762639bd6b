-- one row per subject: total profit and return, and those up to the time that
-- the published version knew
with
published as (
    select
        selection.subject_no,
        from_json(published_records.record, '{
            "reached_at": "TIMESTAMP",
            "definition": "VARCHAR",
            "profit": "DOUBLE",
            "twr": "DOUBLE"
        }') as record,
    from published_records
    inner join selection using (subject_id)
),

ends as (
    select
        history.subject_no,
        max(history.happened_at) as booked_at,
        arg_max(history.net_so_far_minor, history.event_no) as net_minor,
        arg_max(history.twr_index, history.event_no) as twr_index,
        arg_max(history.net_so_far_minor, history.event_no)
            filter (history.happened_at <= published.record.reached_at)
            as known_net_minor,
        arg_max(history.twr_index, history.event_no)
            filter (history.happened_at <= published.record.reached_at)
            as known_twr_index,
    from history
    left join published using (subject_no)
    group by history.subject_no
)

select
    selection.subject_no,
    money(
        case when ends.net_minor is null then 0 else ends.net_minor end,
        capital.unit
    ) as profit,
    case when capital.starting_minor is not null
        then coalesce(percent(ends.twr_index - 1), 0.0) end as twr,
    published.record is not null as is_published,
    published.record.definition as published_definition,
    published.record.profit as published_profit,
    published.record.twr as published_twr,
    money(
        case when ends.known_net_minor is null then 0
            else ends.known_net_minor end,
        capital.unit
    ) as known_profit,
    case when capital.starting_minor is not null
        then coalesce(percent(ends.known_twr_index - 1), 0.0)
    end as known_twr,
from selection
inner join capital using (subject_no)
left join ends using (subject_no)
left join published using (subject_no)
