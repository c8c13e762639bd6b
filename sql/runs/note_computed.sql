-- statements that record the version of the results; changes of accounts
-- without a row in `accounts` stay pending
delete from computed_subjects
where subject_id in (select computed_now.subject_id from computed_now)
    or subject_id not in (select subjects.subject_id from subjects);

insert into computed_subjects from computed_now;

delete from pending_changes
where account_id is null
    or account_id in (select accounts.account_id from accounts);
