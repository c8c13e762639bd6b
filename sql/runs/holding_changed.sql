-- one row: whether the subjects held back or their reasons changed, and whether there are any
select
    exists (
        (from held_next except from held_back)
        union all
        (from held_back except from held_next)
    ) as is_changed,
    exists (from held_next) as is_any,
