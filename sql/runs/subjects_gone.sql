-- one row: tells whether rows of subjects that are gone are left. Every subject with rows in a
-- mart has one in summary.
with stored as (
    select summary.subject_id
    from summary
    union all
    select conversions.subject_id
    from conversions
    union all
    select restatements.subject_id
    from restatements
    union all
    select compared_figures.account_id
    from compared_figures
)

select
    exists (
        from stored
        anti join subjects using (subject_id)
    ) as is_any,
