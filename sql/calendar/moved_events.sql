-- one row per event that a file held, and holds at another time now
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

-- A feed of the week that goes on to the next lets go of all before it: nothing there has moved,
-- not even what comes every week. It is told by what went without coming again.
gone_on as (
    select distinct file from judged where is_before and not is_again
)

select time, currency, title
from judged
where is_again and not (is_before and file in (from gone_on))
