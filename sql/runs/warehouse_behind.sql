-- one row: whether the published warehouse lacks files or registered subjects
with
new_subjects as (
    select subjects.subject_id, subjects.slug from subjects
    except
    select subjects.subject_id, subjects.slug from published.subjects
),

new_files as (
    select loaded_files.sha256, loaded_files.run_id from loaded_files
    except
    select loaded_files.sha256, loaded_files.run_id
    from published.loaded_files
)

select
    exists (from new_subjects) or exists (from new_files) as is_behind,
