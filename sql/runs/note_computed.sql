-- statements that record what was computed or held back in this run
delete from computed
where subject_id in (select computed_now.subject_id from computed_now)
    or subject_id not in (select subjects.subject_id from subjects);

insert into computed from computed_now;
