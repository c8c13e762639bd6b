-- one row: earliest and latest time, in milliseconds, between which a run
-- without new data would change nothing. It is null if a run could change
-- something at any time. Subjects held back by a check are checked again when a
-- day ends or data begins to count. Subjects with failed statistics are
-- computed again at each run, since they may pass on another machine.
with
facts_held as (
    select subject_members.account_id
    from subject_members
    semi join held_back using (subject_id)
),

held_times as (
    select trades.closed_at as happens_at
    from trades
    semi join facts_held using (account_id)
    union all
    select cash_flows.at
    from cash_flows
    semi join facts_held using (account_id)
    union all
    select equity.at
    from equity
    semi join facts_held using (account_id)
),

held_until as (
    select
        least(
            date_trunc('day', run_context.as_of) + interval 1 day,
            min(held_times.happens_at) filter (
                held_times.happens_at > run_context.as_of
            )
        ) as ends_at,
    from run_context
    left join held_times on true
    where exists (from held_back)
    group by run_context.as_of
),

not_held as (
    select
        computed_subjects.as_of,
        computed_subjects.last_known_at,
        computed_subjects.next_booking_at,
    from computed_subjects
    anti join held_back using (subject_id)
)

select
    epoch_ms(
        case when exists (from held_back) then any_value(run_context.as_of)
            else coalesce(
                max(not_held.as_of), any_value(run_context.as_of)
            ) end
    ) as idle_from,
    epoch_ms(least(
        any_value(held_until.ends_at),
        min(least(
            not_held.next_booking_at,
            case when not_held.last_known_at
                >= date_trunc('day', not_held.as_of)
                then date_trunc('day', not_held.as_of)
                    + interval 1 day end,
            case when not_held.last_known_at
                >= date_trunc('week', not_held.as_of)
                then date_trunc('week', not_held.as_of)
                    + interval 7 days end,
            case when not_held.last_known_at
                >= date_trunc('month', not_held.as_of)
                then date_trunc('month', not_held.as_of)
                    + interval 1 month end,
            case when not_held.last_known_at
                >= date_trunc('year', not_held.as_of)
                then date_trunc('year', not_held.as_of)
                    + interval 1 year end
        ))
    )) as idle_until,
from run_context
left join held_until on true
left join not_held on true
having not exists (from held_back where held_back.failed_check = 'statistics')
    and not exists (
        from definitions
        anti join computed_subjects using (subject_id, definition)
        anti join held_back using (subject_id)
    )
