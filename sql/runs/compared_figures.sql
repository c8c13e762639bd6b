-- one row per account in scope that has a track record of its own, statement
-- and figure that it prints
select figure_comparisons.*
from figure_comparisons
semi join scope on figure_comparisons.account_id = scope.subject_id
