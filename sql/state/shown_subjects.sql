-- one row per account or portfolio that strangers may read
create table if not exists shown_subjects (
    slug varchar not null,
    type varchar not null,
    subject_id varchar not null,
    history_cut_at date,
    created_at timestamp,
    hidden varchar[] not null,
    name varchar not null,
    owner struct(slug varchar, "name" varchar) not null,
    verified struct(
        identity boolean,
        track_record boolean,
        covered_until varchar,
        lapsed_at varchar
    ) not null,
    verified_by struct(
        identity struct("by" varchar, "at" varchar, how varchar),
        track_record struct("by" varchar, "at" varchar, how varchar)
    ) not null,
    published_at varchar,
    observed struct(
        since varchar,
        "from" varchar,
        gaps struct("from" varchar, "to" varchar)[]
    ) not null
);
comment on table shown_subjects is 'Published accounts and portfolios, as the registry knew them at the last run, one row per slug. The shared views use it.';
comment on column shown_subjects.slug is 'Slug, the last part of the public address.';
comment on column shown_subjects.type is 'account or portfolio.';
comment on column shown_subjects.subject_id is 'Subject with the shown figures: the account_id, portfolio: and the slug, or empty if there are no figures yet.';
comment on column shown_subjects.history_cut_at is 'First day in the shown figures, UTC; null without a cut.';
comment on column shown_subjects.created_at is 'Time at which it was registered, UTC.';
comment on column shown_subjects.hidden is 'Names of hidden sections and fields; for a portfolio also those that its members hide.';
comment on column shown_subjects.name is 'Name that its owner chose.';
comment on column shown_subjects.owner is 'Slug and public name of its owner.';
comment on column shown_subjects.verified is 'Badges, as they count for the data of the version that the run published.';
comment on column shown_subjects.verified_by is 'Who confirmed each badge, when and how.';
comment on column shown_subjects.published_at is 'Time at which strangers could read it first, UTC; null if it is not known.';
comment on column shown_subjects.observed is 'When strangers could read it: since when, the first whole day, and gaps.';
