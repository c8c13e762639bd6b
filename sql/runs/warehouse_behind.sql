-- one row: tells whether the published warehouse is out of date. It is if it
-- has other files, subjects or figures, or if owners now show more or less.
-- Figures depend on files, subjects and the state tables. Lists depend on
-- figures and on the decisions to show them. Sums of hashes take half as long
-- as differences of rows.
with
working_rows as (
    select 'subjects' as relation, sum(hash(subjects.subject_id, subjects.slug)) as digest
    from subjects
    union all
    select 'loaded_files', sum(hash(loaded_files.sha256, loaded_files.run_id))
    from loaded_files
    union all
    select 'computed', sum(hash(computed)) from computed
    union all
    select 'published_state', sum(hash(published_state)) from published_state
    union all
    select 'shown_subjects', sum(hash(shown_subjects)) from shown_subjects
    union all
    select 'decisions', sum(hash(decisions)) from decisions
),

published_rows as (
    select 'subjects' as relation, sum(hash(subjects.subject_id, subjects.slug)) as digest
    from published.subjects
    union all
    select 'loaded_files', sum(hash(loaded_files.sha256, loaded_files.run_id))
    from published.loaded_files
    union all
    select 'computed', sum(hash(computed)) from published.computed
    union all
    select 'published_state', sum(hash(published_state))
    from published.published_state
    union all
    select 'shown_subjects', sum(hash(shown_subjects))
    from published.shown_subjects
    union all
    select 'decisions', sum(hash(decisions)) from published.decisions
)

select
    exists (
        from working_rows
        except
        from published_rows
    ) as is_behind,
