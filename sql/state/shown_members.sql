-- one row per published account or portfolio and account whose rows it lists
create table if not exists shown_members (
    slug varchar not null,
    type varchar not null,
    subject_id varchar not null,
    account_id varchar not null,
    history_cut_at date,
    hidden varchar[] not null
);
comment on table shown_members is 'Accounts whose trades and positions visitors may read in the lists of a published account or portfolio, one row per slug and account_id. The shared views use it.';
comment on column shown_members.slug is 'Slug of the account or portfolio with the list.';
comment on column shown_members.type is 'account or portfolio.';
comment on column shown_members.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column shown_members.account_id is 'Internal id of the account.';
comment on column shown_members.history_cut_at is 'First day of its history that counts, UTC; null without a cut.';
comment on column shown_members.hidden is 'Hidden fields of each of its rows.';
