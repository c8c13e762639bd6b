-- one row per subject with ten entries after a loss and ten after a win. It
-- tells how often and how much larger they were than the entry before. Of three
-- searches for that entry, the one with the largest difference counts.
with
sized as (
    select
        trade_entries.*,
        baskets.largest_lots,
        median(trade_entries.lots) over (
            partition by trade_entries.subject_no, trade_entries.member_no, trade_entries.symbol
        ) as median_lots,
    from trade_entries
    inner join baskets
        using (subject_no, member_no, symbol, side, basket_no)
),

-- An open entry counts with its own lots. An ended one counts with the largest
-- of its basket.
packed as (
    select
        sized.*,
        {
            symbol: sized.symbol,
            side: sized.side,
            price: sized.price,
            ended_ms: sized.ended_ms,
            lots: sized.lots,
            largest_lots: sized.largest_lots,
            median_lots: sized.median_lots,
            net_minor: sized.net_minor
        } as entry,
    from sized
),

found as (
    select
        packed.*,
        lag(packed.entry) over of_symbol as of_symbol,
        lag(packed.entry) over of_magic_number as of_magic_number,
        lag(packed.entry) over of_account as of_account,
    from packed
    window
        of_symbol as (
            partition by packed.subject_no, packed.member_no, packed.symbol
            order by packed.opened_ms, packed.ticket
        ),
        of_magic_number as (
            partition by
                packed.subject_no,
                packed.member_no,
                packed.symbol,
                packed.magic_number
            order by packed.opened_ms, packed.ticket
        ),
        of_account as (
            partition by packed.subject_no, packed.member_no
            order by packed.opened_ms, packed.ticket
        )
),

searched as (
    select found.*, 1 as search_no, found.of_symbol as before from found
    union all
    select found.*, 2, found.of_magic_number from found
    union all
    select found.*, 3, found.of_account from found
),

judged as (
    select
        searched.subject_no,
        searched.search_no,
        case
            when searched.before.ended_ms <= searched.opened_ms
                then sign(searched.before.net_minor)
            when searched.before.symbol = searched.symbol
                then sign(searched.price - searched.before.price)
                * case searched.before.side when 'buy' then 1 else -1 end
        end as result,
        case when searched.before.ended_ms <= searched.opened_ms
            then searched.before.largest_lots
            else searched.before.lots end as lots_before,
        case searched.search_no
            when 3 then searched.lots / searched.median_lots
                / (lots_before / searched.before.median_lots)
            else searched.lots / lots_before
        end as ratio,
    from searched
    where searched.before is not null
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
