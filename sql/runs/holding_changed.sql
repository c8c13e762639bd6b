-- one row: whether others are held back than before, or for another reason, and
-- whether anybody is
select
    exists (
        (from held_next except from held_back)
        union all
        (from held_back except from held_next)
    ) as is_changed,
    exists (from held_next) as is_any,
