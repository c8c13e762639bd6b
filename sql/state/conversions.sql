-- one row per portfolio, member in another currency, and day of conversion
create table if not exists conversions (
    subject_id varchar not null,
    account_id varchar not null,
    day date not null,
    rate double not null,
    unit double not null,
    printed_digits integer not null
);
comment on table conversions is 'Exchange rates used for members in another currency, one row per subject_id, account_id and day.';
comment on column conversions.subject_id is 'portfolio: and the slug.';
comment on column conversions.account_id is 'Internal id of the member.';
comment on column conversions.day is 'Day of the amounts, UTC.';
comment on column conversions.rate is 'Value of one unit of the member''s currency in the portfolio''s currency.';
comment on column conversions.unit is 'Minor units in one unit of the portfolio''s currency; amounts are rounded to whole ones.';
comment on column conversions.printed_digits is 'Digits after the point that reported amounts are rounded to.';
