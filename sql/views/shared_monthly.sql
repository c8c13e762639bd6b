-- one row per account or portfolio that a stranger may read: its monthly,
-- null where hidden
create or replace view shared_monthly as
select
    shown_subjects.slug,
    shown_subjects.type,
    monthly.* exclude (subject_id) replace (
        case
            when list_contains(shown_subjects.hidden, 'volume')
                and monthly.period_returns is not null
                then {
                    today: struct_update(
                        monthly.period_returns.today, volume := 0
                    ),
                    this_week: struct_update(
                        monthly.period_returns.this_week, volume := 0
                    ),
                    this_month: struct_update(
                        monthly.period_returns.this_month, volume := 0
                    ),
                    this_year: struct_update(
                        monthly.period_returns.this_year, volume := 0
                    )
                }
            else monthly.period_returns
        end as period_returns
    ),
from shown_subjects
left join monthly
    on shown_subjects.subject_id = monthly.subject_id
    and not list_contains(shown_subjects.hidden, 'monthly');
comment on view shared_monthly is 'monthly of published accounts and portfolios by slug, as strangers may read it: null where hidden.';
