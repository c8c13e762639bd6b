-- one row: tells whether the published warehouse is out of date. It is if it
-- lacks files, subjects or figures, or if owners now show more or less. Figures
-- depend on files, subjects and the state tables. Lists depend on figures and
-- on the decisions to show them.
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
),

new_figures as (
    select computed_subjects.* from computed_subjects
    except
    select computed_subjects.* from published.computed_subjects
),

newly_held as (
    select held_back.* from held_back
    except
    select held_back.* from published.held_back
),

newly_passed as (
    select held_back.* from published.held_back
    except
    select held_back.* from held_back
),

new_versions as (
    select published_state.* from published_state
    except
    select published_state.* from published.published_state
),

new_shown as (
    select shown_subjects.* from shown_subjects
    except
    select shown_subjects.* from published.shown_subjects
),

no_longer_shown as (
    select shown_subjects.* from published.shown_subjects
    except
    select shown_subjects.* from shown_subjects
),

newly_decided as (
    select decisions.* from decisions
    except
    select decisions.* from published.decisions
),

no_longer_decided as (
    select decisions.* from published.decisions
    except
    select decisions.* from decisions
)

select
    exists (from new_subjects)
    or exists (from new_files)
    or exists (from new_figures)
    or exists (from newly_held)
    or exists (from newly_passed)
    or exists (from new_versions)
    or exists (from new_shown)
    or exists (from no_longer_shown)
    or exists (from newly_decided)
    or exists (from no_longer_decided) as is_behind,
