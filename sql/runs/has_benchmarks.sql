-- one row: whether the benchmark of a selected subject has prices
select
    exists (
        select 1
        from subjects
        semi join selection using (subject_id)
        semi join prices on subjects.benchmark = prices.symbol
    ) as is_any
