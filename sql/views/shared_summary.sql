-- one row per account or portfolio that a stranger may read: its summary
create or replace view shared_summary as
select
    shown_subjects.slug,
    shown_subjects.type,
    shown_subjects.history_cut_at,
    summary.* exclude (subject_id, reconciliation) replace (
        case
            when shown_subjects.type = 'portfolio' or summary.created_at is null
                then utc_iso(shown_subjects.created_at)
            else summary.created_at
        end as created_at
    ),
from shown_subjects
left join summary on shown_subjects.subject_id = summary.subject_id;
comment on view shared_summary is 'What the account object says of published accounts and portfolios, by slug.';
