-- one row per selected account with its own track record, statement and printed
-- figure
select figure_comparisons.*
from figure_comparisons
semi join selection on figure_comparisons.account_id = selection.subject_id
