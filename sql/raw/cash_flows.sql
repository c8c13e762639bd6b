-- one row per booking other than a trade: account_id, id
create table if not exists cash_flows (
    account_id varchar not null,
    id varchar not null,
    "at" timestamp not null,
    amount decimal(28, 8) not null,
    kind varchar not null,
    source varchar not null,
    delivery varchar not null,
    first_source varchar not null,
    first_delivery varchar not null,
    came_late boolean not null
);
comment on table cash_flows is 'Bookings other than trades, one row per account_id and id.';
comment on column cash_flows.account_id is 'Internal id of the account.';
comment on column cash_flows.id is 'The broker''s identifier of the booking.';
comment on column cash_flows."at" is 'Booking time, UTC.';
comment on column cash_flows.amount is 'Amount in the account''s currency; positive if paid in, negative if paid out.';
comment on column cash_flows.kind is 'flow (deposit, withdrawal), adjustment (result without a trade, such as interest) or credit (in no figure).';
comment on column cash_flows.source is 'Source of the values: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
comment on column cash_flows.delivery is 'Delivery with these values: its receipt, or the id of the run that loaded the operator''s files.';
comment on column cash_flows.first_source is 'Source that brought the row first.';
comment on column cash_flows.first_delivery is 'Delivery that brought the row first.';
comment on column cash_flows.came_late is 'True if an owner''s source brought it, changed its amount or kind, or moved it, more than 72 hours after its time.';
