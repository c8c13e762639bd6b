-- one row per subject: how it trades, and what stands out in that
with
counted as (
    select
        trade_entries.subject_no,
        count(*) as entries,
        min(trade_entries.opened_ms) as first_ms,
        max(trade_entries.ended_ms) as last_ms,
        count(*) filter (trade_entries.net_minor < 0) as lost,
        count(*) filter (trade_entries.net_minor > 0) as won,
        median(trade_entries.ended_ms - trade_entries.opened_ms)
            filter (trade_entries.net_minor < 0) as lost_ms,
        median(trade_entries.ended_ms - trade_entries.opened_ms)
            filter (trade_entries.net_minor > 0) as won_ms,
    from trade_entries
    group by trade_entries.subject_no
),

closed as (
    select
        baskets.subject_no,
        count(*) as decisions,
        sum(baskets.trades) as trades,
        max(baskets.trades) as most_trades,
        count(*) filter (baskets.net_minor > 0) as won,
        sum(baskets.net_minor) filter (baskets.net_minor > 0) as won_minor,
        min(baskets.net_minor) as worst_minor,
    from baskets
    group by baskets.subject_no
),

stopped as (
    select
        subject_trades.subject_no,
        count(*) as trades,
        count(*) filter (subject_trades.stop_loss is null) as without_stop,
    from subject_trades
    where subject_trades.stops_known
    group by subject_trades.subject_no
),

figures as (
    select
        selection.subject_id,
        coalesce(counted.entries, 0) as entries,
        coalesce(closed.decisions, 0) as decisions,
        -- A month has 30.4375 days.
        six_decimals(closed.decisions / greatest(
            (counted.last_ms - counted.first_ms) / 2629800000.0, 1
        )) as decisions_a_month,
        lots_after_results.larger_after_loss_percent,
        lots_after_results.larger_after_win_percent,
        lots_after_results.lots_after_loss_ratio,
        lots_after_results.lots_after_win_ratio,
        lots_after_results.difference_percent,
        lot_multiples.largest_multiple as largest_lot_multiple,
        {
            count: coalesce(closed.decisions, 0),
            average_trades: six_decimals(closed.trades / closed.decisions),
            most_trades: closed.most_trades::bigint,
            adds_to_losers_percent:
                percent(coalesce(added_entries.into_losers, 0) / counted.entries),
            adds_to_winners_percent:
                percent(coalesce(added_entries.into_winners, 0) / counted.entries),
            adds_to_three_losers_percent:
                percent(coalesce(added_entries.into_three_losers, 0) / counted.entries),
            adds_to_three_winners_percent:
                percent(coalesce(added_entries.into_three_winners, 0) / counted.entries)
        } as baskets,
        added_entries.into_three_losers,
        percent(stopped.without_stop / stopped.trades) as without_stop_percent,
        case when counted.lost >= 5 and counted.won >= 10
            then six_decimals(ratio(counted.lost_ms, counted.won_ms)) end
            as holding_ratio,
        coalesce(counted.lost >= 5 and counted.won >= 10, false)
            as are_times_enough,
        case when closed.won >= 10
            then six_decimals(
                greatest(-closed.worst_minor, 0) / (closed.won_minor / closed.won)
            ) end as wins_lost_in_worst_basket,
    from selection
    left join counted using (subject_no)
    left join closed using (subject_no)
    left join stopped using (subject_no)
    left join lots_after_results using (subject_no)
    left join lot_multiples using (subject_no)
    left join added_entries using (subject_no)
)

select
    figures.subject_id,
    figures.entries,
    figures.decisions,
    figures.decisions_a_month,
    figures.larger_after_loss_percent,
    figures.larger_after_win_percent,
    figures.lots_after_loss_ratio,
    figures.lots_after_win_ratio,
    figures.largest_lot_multiple,
    figures.baskets,
    figures.without_stop_percent,
    figures.holding_ratio,
    figures.wins_lost_in_worst_basket,
    list_filter([
        behaviour_warning(
            'lots_grow_after_losses',
            figures.difference_percent >= 40,
            'After a loss the next position was larger in '
            || short_number(figures.larger_after_loss_percent)
            || ' % of cases, after a win in '
            || short_number(figures.larger_after_win_percent) || ' %.',
            figures.difference_percent,
            40
        ),
        behaviour_warning(
            'adds_to_losers',
            figures.into_three_losers >= 3
            and (
                figures.baskets.adds_to_three_losers_percent >= 5
                or figures.baskets.adds_to_three_losers_percent
                >= 5 * figures.baskets.adds_to_three_winners_percent
            ),
            short_number(figures.baskets.adds_to_three_losers_percent)
            || ' % of its positions were opened while three or more earlier ones'
            || ' in the same direction stood at a loss.',
            figures.baskets.adds_to_three_losers_percent,
            case when figures.baskets.adds_to_three_losers_percent >= 5 then 5
                else 5 * figures.baskets.adds_to_three_winners_percent end
        ),
        behaviour_warning(
            'no_stops',
            figures.without_stop_percent >= 80,
            short_number(figures.without_stop_percent)
            || ' % of its trades had no stop loss when they closed.',
            figures.without_stop_percent,
            80
        ),
        behaviour_warning(
            'holds_losers',
            figures.holding_ratio >= 6,
            'It held losing positions ' || short_number(figures.holding_ratio)
            || ' times as long as winning ones.',
            figures.holding_ratio,
            6
        ),
        behaviour_warning(
            'one_loss_takes_many_wins',
            figures.wins_lost_in_worst_basket >= 30,
            'Its worst closing cost as much as '
            || short_number(figures.wins_lost_in_worst_basket)
            || ' average winning ones brought.',
            figures.wins_lost_in_worst_basket,
            30
        ),
        behaviour_warning(
            'few_decisions',
            figures.decisions < 30,
            'It has made ' || case figures.decisions
                when 0 then 'no trading decision'
                when 1 then 'only 1 trading decision'
                else 'only ' || figures.decisions || ' trading decisions' end
            || ' so far.',
            figures.decisions,
            30
        )
    ], lambda warning: warning is not null) as warnings,
    list_filter([
        not_assessed(
            'lots_grow_after_losses',
            figures.larger_after_loss_percent is null,
            'too_few'
        ),
        not_assessed('adds_to_losers', figures.entries = 0, 'too_few'),
        not_assessed(
            'no_stops',
            figures.without_stop_percent is null,
            case when figures.entries = 0 then 'too_few' else 'unknown' end
        ),
        not_assessed(
            'holds_losers',
            figures.holding_ratio is null,
            case when figures.are_times_enough then 'unknown' else 'too_few' end
        ),
        not_assessed(
            'one_loss_takes_many_wins',
            figures.wins_lost_in_worst_basket is null,
            'too_few'
        )
    ], lambda missing: missing is not null) as not_assessed,
from figures
