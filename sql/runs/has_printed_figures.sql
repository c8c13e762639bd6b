-- one row: whether a statement of a selected account prints figures
select
    exists (
        select 1
        from printed_figures
        inner join subject_members using (account_id)
        semi join selection using (subject_id)
    ) as is_any
