-- one row: whether a portfolio is selected
select
    exists (select 1 from selection where selection.type = 'portfolio') as is_any
