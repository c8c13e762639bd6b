-- one row per subject, account and source of the newest report of open positions. A report may list
-- none. If all trades were read from the broker, only its reports count.
with
reports as (
    select positions.account_id, positions.reported_at, positions.data_source,
    from positions
    union all
    select
        position_reports.account_id,
        position_reports.reported_at,
        position_reports.data_source,
    from position_reports
),

counted as (
    select distinct
        members.subject_no,
        reports.account_id,
        reports.reported_at,
        reports.data_source,
    from reports
    inner join members
        on reports.account_id = members.account_id
        and (
            not members.is_read_from_broker
            or reports.data_source = 'broker_api'
        )
)

select counted.*,
from counted
qualify counted.reported_at = max(counted.reported_at) over (
    partition by counted.subject_no, counted.account_id
)
