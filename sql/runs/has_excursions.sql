-- one row: whether a closed trade of a selected account has an excursion
select
    exists (
        select 1
        from trades
        inner join account_numbers using (account_no)
        inner join subject_members
            on account_numbers.account_id = subject_members.account_id
        semi join selection
            on subject_members.subject_id = selection.subject_id
        where trades.mae is not null
    ) as is_any
