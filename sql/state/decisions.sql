-- one row per account or portfolio of the registry
create table if not exists decisions (
    slug varchar not null,
    type varchar not null,
    subject_id varchar not null,
    owner varchar not null,
    published boolean not null,
    hide varchar[] not null,
    history_cut_at date,
    members varchar[] not null
);
comment on table decisions is 'Decisions of owners at the start of the last run, one row per slug; for the operator, private accounts too. The table shown_subjects has the result for visitors.';
comment on column decisions.slug is 'Slug, the last part of the public address.';
comment on column decisions.type is 'account or portfolio.';
comment on column decisions.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column decisions.owner is 'Slug of the owner.';
comment on column decisions.published is 'True if visitors may read it.';
comment on column decisions.hide is 'Names of hidden sections and fields.';
comment on column decisions.history_cut_at is 'First day of its history that will count, UTC; null without a cut.';
comment on column decisions.members is 'Slugs of the members of a portfolio, in order; empty for an account.';
