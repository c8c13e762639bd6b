-- one row per subject and cash flow or adjustment that counts
select rated_flows.*
from rated_flows
anti join transfers using (subject_no, account_id, id)
