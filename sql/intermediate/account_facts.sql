-- one row per account of a selected subject, kind of data and UTC day (empty for its capital). It
-- counts the rows, and has digests of them that do not depend on their order. It does so twice: for
-- all rows, and for those up to the time of the published version. It tells whether an owner can
-- have written any of them.
with
known as (
    select
        members.account_id,
        any_value(members.account_no) as account_no,
        any_value(members.platform) as platform,
        -- The balance at a history cut includes all removed history.
        any_value(case
            when members.cut_at is null then members.opening_balance
            when starting_capital.is_known
                then starting_capital.amount::decimal(28, 8)
        end) as capital,
        any_value(published_accounts.reached_at) as known_until,
    from members
    inner join starting_capital using (subject_no, account_id)
    left join published_accounts using (account_id)
    group by members.account_id
),

priced as (
    select
        known.account_id,
        coalesce(selected_trades.closed_at <= known.known_until, false)
            as is_known,
        selected_trades.profit + selected_trades.commission + selected_trades.swap
            as net,
        case when has_magic_numbers(known.platform)
            then selected_trades.magic_number end as magic,
        selected_trades.* exclude (account_id, account_no, magic_number),
    from selected_trades
    inner join known using (account_no)
),

-- Digests in the order of `trade_parts`. Data used by sections is hashed with
-- the net profit, data used only by lists with the ticket.
traded as (
    select
        priced.account_id,
        priced.is_known,
        priced.closed_at::date as day,
        max(priced.closed_at) as reached_at,
        count(*) as facts,
        bool_or(is_written_by_owner(priced.source)) as is_owners,
        [
            sum(hash(priced.net)),
            sum(hash(
                priced.profit,
                priced.commission,
                priced.swap,
                priced.opening_commission
            )),
            sum(hash(priced.net, priced.volume)),
            sum(hash(
                priced.ticket,
                nullif(priced.stop_loss, 0),
                priced.stops_known
            )),
            sum(hash(priced.ticket, nullif(priced.take_profit, 0))),
            sum(hash(priced.ticket, nullif(priced.comment, ''))),
            sum(hash(
                priced.ticket,
                priced.symbol,
                priced.side,
                priced.open_price,
                priced.close_price,
                priced.opened_at,
                priced.closed_at,
                priced.profit,
                priced.commission,
                priced.swap,
                priced.magic
            )),
            sum(hash(priced.net, priced.magic)),
            sum(hash(priced.net, priced.symbol)),
            sum(hash(
                priced.net,
                priced.side,
                priced.open_price,
                priced.close_price
            )),
            sum(hash(priced.net, priced.opened_at, priced.closed_at)),
            -- The section counts trades with both.
            sum(hash(
                priced.net,
                case when priced.mfe is not null then priced.mae end,
                case when priced.mae is not null then priced.mfe end
            ))
        ] as digests,
    from priced
    group by priced.account_id, priced.is_known, day
),

bookings as (
    select
        known.account_id,
        coalesce(cash_flows."at" <= known.known_until, false) as is_known,
        cash_flows."at"::date as day,
        max(cash_flows."at") as reached_at,
        count(*) as facts,
        bool_or(is_written_by_owner(cash_flows.source)) as is_owners,
        [sum(hash(
            cash_flows.id, cash_flows."at", cash_flows.amount, cash_flows.kind
        ))] as digests,
    from cash_flows
    inner join known using (account_id)
    where cash_flows.kind <> 'credit'
    group by known.account_id, is_known, day
),

booked as (
    select 'trades' as fact, traded.*, from traded
    union all
    select 'flows', bookings.*, from bookings
),

-- A join instead of a group by takes a tenth less of all: few days have rows of both.
summed as (
    select
        coalesce(fresh.account_id, old.account_id) as account_id,
        coalesce(fresh.fact, old.fact) as fact,
        coalesce(fresh.day, old.day) as day,
        greatest(fresh.reached_at, old.reached_at) as reached_at,
        coalesce(fresh.facts, 0) + coalesce(old.facts, 0) as facts,
        coalesce(fresh.is_owners, false) or coalesce(old.is_owners, false)
            as is_owners,
        fresh.digests as new_digests,
        old.digests as known_digests,
        old.facts as known_facts,
    from (select booked.* from booked where not booked.is_known) as fresh
    full join (select booked.* from booked where booked.is_known) as old
        on fresh.account_id = old.account_id
        and fresh.fact = old.fact
        and fresh.day = old.day
),

-- Digests in the order of `equity_parts`. Only the last report of a day counts
-- for the equity, but every report with a margin for the load.
reported as (
    select
        known.account_no,
        selected_equity."at"::date as day,
        max(selected_equity."at") as reached_at,
        [
            hash(arg_max(selected_equity.equity, selected_equity."at")),
            sum(hash(
                selected_equity."at",
                selected_equity.equity,
                selected_equity.margin
            )) filter (selected_equity.margin is not null)
        ] as digests,
        bool_or(is_written_by_owner(selected_equity.data_source)) as is_owners,
        coalesce(bool_or(selected_equity."at" <= known.known_until), false)
            as is_known,
        [
            hash(
                arg_max(selected_equity.equity, selected_equity."at")
                    filter (selected_equity."at" <= known.known_until)
            ),
            sum(hash(
                selected_equity."at",
                selected_equity.equity,
                selected_equity.margin
            )) filter (
                selected_equity.margin is not null
                and selected_equity."at" <= known.known_until
            )
        ] as known_digests,
    from selected_equity
    inner join known using (account_no)
    group by known.account_no, selected_equity."at"::date
)

select
    summed.account_id,
    summed.day::varchar as day,
    summed.fact,
    summed.reached_at,
    summed.facts::bigint as facts,
    digests_text(
        case
            when summed.known_digests is null then summed.new_digests
            when summed.new_digests is null then summed.known_digests
            else list_transform(
                list_zip(summed.new_digests, summed.known_digests),
                lambda pair: pair[1] + pair[2]
            )
        end
    ) as digest,
    coalesce(summed.known_facts, 0)::bigint as known_facts,
    digests_text(summed.known_digests) as known_digest,
    summed.is_owners,
from summed
union all
select
    known.account_id,
    reported.day::varchar,
    'equity',
    reported.reached_at,
    1,
    digests_text(reported.digests),
    reported.is_known::bigint,
    digests_text(reported.known_digests),
    reported.is_owners,
from reported
inner join known using (account_no)
union all
select
    known.account_id,
    '',
    'capital',
    null,
    1,
    hash(known.capital)::varchar,
    1,
    hash(known.capital)::varchar,
    false,
from known
