-- one row per event that a file held and now holds at another time
with
vanished as (
    from file_events where file in (select file from loaded_contents)
    except
    select file, time, currency, title from loaded_contents
),

added as (
    select file, time, currency, title from loaded_contents
    except
    from file_events
),

begins as (
    select file, min(time) as begins_at from loaded_contents group by file
),

judged as (
    select
        vanished.file,
        vanished.time,
        vanished.currency,
        vanished.title,
        vanished.time < begins.begins_at as is_before,
        exists (
            from added
            where
                added.file = vanished.file
                and added.currency = vanished.currency
                and added.title = vanished.title
                and added.time between vanished.time - interval 7 days
                and vanished.time + interval 7 days
        ) as is_again,
    from vanished
    inner join begins using (file)
),

-- A feed of one week drops the events of the week before. Such an event did not move, even if the
-- next week has an event of the same title. A file is such a feed if an old event is gone and no
-- event of that title came.
gone_on as (
    select distinct file from judged where is_before and not is_again
)

select time, currency, title
from judged
where is_again and not (is_before and file in (from gone_on))
