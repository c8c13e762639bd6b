-- one row: the version that a killed run left in the warehouse. No row unless this database is as
-- that run left it: everything computed or held back, nothing loaded since.
select published_state.version,
from published_state
where not exists (
    from subjects
    left join computed using (subject_id)
    where computed.input is null and computed.withheld is null
)
