-- one row: the version that a killed run left in the warehouse. No row unless this database is as
-- that run left it: everything computed or held back, nothing loaded since.
with
uncomputed as (
    select subjects.subject_id
    from subjects
    anti join computed_subjects using (subject_id)
    anti join held_back using (subject_id)
),

unpublished as (
    select pending_changes.table_name
    from pending_changes
    left join accounts using (account_id)
    where pending_changes.account_id is null or accounts.account_id is not null
)

select published_state.version,
from published_state
where not exists (from uncomputed) and not exists (from unpublished)
