-- one row per subject with ten entries after a loss and ten after a win. It
-- tells how often and how much larger they were than the entry before. Of three
-- searches for that entry, the one with the largest difference counts.
with
usual as (
    select
        trade_entries.instrument_no,
        median(trade_entries.lots) as median_lots,
        any_value(trade_entries.subject_no) as subject_no,
        min(trade_entries.magic_number) < max(trade_entries.magic_number)
            as has_magics,
    from trade_entries
    group by trade_entries.instrument_no
),

-- What each search looks for: entries with the same key. Where no instrument has several magic
-- numbers, the second search would find what the first does.
sized as (
    select
        trade_entries.*,
        baskets.largest_lots,
        usual.median_lots,
        trade_entries.subject_no::bigint * 1048576 + trade_entries.member_no as account_key,
    from trade_entries
    inner join baskets using (basket_no)
    inner join usual using (instrument_no)
),

searched as (
    select
        sized.*,
        1 as search_no,
        sized.instrument_no as search_key,
        0 as magic_key,
    from sized
    union all
    select sized.*, 2, sized.instrument_no, sized.magic_number
    from sized
    where sized.subject_no in (
        select usual.subject_no from usual where usual.has_magics
    )
    union all
    select sized.*, 3, sized.account_key, 0 from sized
),

in_order as (
    select searched.*
    from searched
    order by
        searched.search_no,
        searched.search_key,
        searched.magic_key,
        searched.opened_ms,
        searched.ticket
),

found as (
    select
        in_order.*,
        lag(in_order.search_no) over () is not distinct from in_order.search_no
        and lag(in_order.search_key) over () = in_order.search_key
        and lag(in_order.magic_key) over () = in_order.magic_key as has_before,
        lag(in_order.instrument_no) over () as instrument_before,
        lag(in_order.is_buy) over () as was_buy,
        lag(in_order.price) over () as price_before,
        lag(in_order.ended_ms) over () as ended_before_ms,
        lag(in_order.lots) over () as own_lots_before,
        lag(in_order.largest_lots) over () as largest_lots_before,
        lag(in_order.median_lots) over () as median_lots_before,
        lag(in_order.net_minor) over () as net_before_minor,
    from in_order
),

-- An open entry counts with its own lots. An ended one counts with the largest
-- of its basket.
judged as (
    select
        found.subject_no,
        found.search_no,
        case
            when found.ended_before_ms <= found.opened_ms
                then sign(found.net_before_minor)
            when found.instrument_before = found.instrument_no
                then sign(found.price - found.price_before)
                * case when found.was_buy then 1 else -1 end
        end as result,
        case when found.ended_before_ms <= found.opened_ms
            then found.largest_lots_before
            else found.own_lots_before end as lots_before,
        case found.search_no
            when 3 then found.lots / found.median_lots
                / (lots_before / found.median_lots_before)
            else found.lots / lots_before
        end as ratio,
    from found
    where found.has_before
),

counted as (
    select
        judged.subject_no,
        judged.search_no,
        count(*) filter (judged.result < 0) as losses,
        count(*) filter (judged.result > 0) as wins,
        count(*) filter (judged.result < 0 and judged.ratio >= 1.2 - 1e-9)
            as larger_after_loss,
        count(*) filter (judged.result > 0 and judged.ratio >= 1.2 - 1e-9)
            as larger_after_win,
        sum(log_units(judged.ratio)) filter (judged.result < 0)
            as units_after_loss,
        sum(log_units(judged.ratio)) filter (judged.result > 0)
            as units_after_win,
    from judged
    group by judged.subject_no, judged.search_no
    having losses >= 10 and wins >= 10
),

compared as (
    select
        counted.subject_no,
        counted.search_no,
        percent(counted.larger_after_loss / counted.losses)
            as larger_after_loss_percent,
        percent(counted.larger_after_win / counted.wins)
            as larger_after_win_percent,
        six_decimals(growth_of(counted.units_after_loss / counted.losses))
            as lots_after_loss_ratio,
        six_decimals(growth_of(counted.units_after_win / counted.wins))
            as lots_after_win_ratio,
        percent(
            counted.larger_after_loss / counted.losses
            - counted.larger_after_win / counted.wins
        ) as difference_percent,
    from counted
)

select compared.*,
from compared
qualify row_number() over (
    partition by compared.subject_no
    order by compared.difference_percent desc, compared.search_no
) = 1
