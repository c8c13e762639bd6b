-- one row per booking other than a trade: account_id, id
create table if not exists cash_flows (
    account_id varchar not null,
    id varchar not null,
    "at" timestamp not null,
    amount decimal(28, 8) not null,
    kind varchar not null
);
comment on table cash_flows is 'Bookings other than trades, one row per account_id and id.';
comment on column cash_flows.account_id is 'Internal id of the account.';
comment on column cash_flows.id is 'The broker''s identifier of the booking.';
comment on column cash_flows."at" is 'Booking time, UTC.';
comment on column cash_flows.amount is 'Amount in the account''s currency; positive if paid in, negative if paid out.';
comment on column cash_flows.kind is 'flow (deposit, withdrawal), adjustment (result without a trade, such as interest) or credit (in no figure).';
