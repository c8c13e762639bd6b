-- one row per subject and account whose facts it is made of
create table if not exists subject_members (
    subject_id varchar not null,
    account_id varchar not null
);
comment on table subject_members is 'Accounts each subject is made of, one row per subject_id and account_id: an account of itself, a portfolio of its members.';
comment on column subject_members.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column subject_members.account_id is 'Internal id of the member.';
