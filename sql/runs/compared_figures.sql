-- one row per account in scope with its own track record, statement and printed
-- figure
select figure_comparisons.*
from figure_comparisons
semi join scope on figure_comparisons.account_id = scope.subject_id
