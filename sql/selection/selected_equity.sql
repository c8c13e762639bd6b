-- one row per equity report of a selected account. Rows are sorted by account
-- number, so that no other rows are read. Where all trades were read from the
-- broker, only its reports count.
select equity.*
from equity
semi join members
    on equity.account_no = members.account_no
    -- With `or`, DuckDB would compare each report with each account.
    and (equity.data_source = 'broker_api')
    >= coalesce(members.is_read_from_broker, true)
