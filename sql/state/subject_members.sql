-- one row per subject and account whose data it uses
create table if not exists subject_members (
    subject_id varchar not null,
    account_id varchar not null
);
comment on table subject_members is 'Accounts of each subject, one row per subject_id and account_id: an account has itself, a portfolio its members.';
comment on column subject_members.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column subject_members.account_id is 'Internal id of the member.';
