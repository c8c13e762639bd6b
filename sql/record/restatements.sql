-- one row per subject: restatements of its published days, newest first, at
-- most 1000
with
earlier as (
    select
        selection.subject_no,
        from_json(published_records.restatements, '{
            "since": "VARCHAR",
            "counts": [{
                "of": ["VARCHAR"],
                "count": "BIGINT",
                "last_found_at": "VARCHAR"
            }],
            "restatements": [{
                "found_at": "VARCHAR",
                "version": "BIGINT",
                "kind": "VARCHAR",
                "days": [{
                    "of": ["VARCHAR"],
                    "first_day": "VARCHAR",
                    "days_affected": "BIGINT"
                }],
                "profit_before": "DOUBLE",
                "profit_after": "DOUBLE",
                "twr_before": "DOUBLE",
                "twr_after": "DOUBLE"
            }]
        }') as kept,
    from published_records
    inner join selection using (subject_id)
),

-- Tells whether data changed that profit and return depend on, and whether the
-- history was cut.
moved as (
    select
        members.subject_no,
        bool_or(
            restated_facts.things is not null
            and list_has_any(
                restated_facts.things, ['trades', 'flows', 'capital']
            )
        ) as is_restated,
        bool_or(
            published_accounts.account_id is not null
            and strftime(members.cut_at, '%Y-%m-%d')
                is distinct from published_accounts.cut
        ) as is_cut,
    from members
    left join published_accounts using (account_id)
    left join restated_facts using (account_id)
    group by members.subject_no
),

-- All changes of one kind on a day.
by_day as (
    select
        members.subject_no,
        restated_facts.kind,
        restated_facts.day,
        list_sort(list_distinct(flatten(list(restated_facts.things)))) as things,
    from restated_facts
    inner join members using (account_id)
    inner join record_figures using (subject_no)
    where restated_facts.is_closed and record_figures.is_published
    group by members.subject_no, restated_facts.kind, restated_facts.day
),

found as (
    select
        by_day.subject_no,
        by_day.kind,
        by_day.things,
        min(nullif(by_day.day, '')) as first_day,
        count(nullif(by_day.day, '')) as days_affected,
    from by_day
    group by by_day.subject_no, by_day.kind, by_day.things
    union all
    select moved.subject_no, 'cut', ['record'], null, null
    from moved
    inner join record_figures using (subject_no)
    where moved.is_cut and record_figures.is_published
    union all
    -- Other figures from unchanged data: another formula, currency or member. A first deposit that
    -- makes an unknown return known is new data, not a restatement.
    select record_figures.subject_no, 'definition', ['record'], null, null
    from record_figures
    inner join selection using (subject_no)
    inner join computed_record on selection.subject_id = computed_record.subject_id
    left join moved using (subject_no)
    where record_figures.is_published
        and not coalesce(moved.is_restated, false)
        and not coalesce(moved.is_cut, false)
        and (
            record_figures.published_definition
            <> computed_record.record.definition
            or (
                selection.type = 'account'
                and (
                    record_figures.published_profit
                    is distinct from record_figures.known_profit
                    or (
                        record_figures.published_twr is not null
                        and record_figures.published_twr
                        is distinct from record_figures.known_twr
                    )
                )
            )
        )
),

kinds as (
    select
        found.subject_no,
        found.kind,
        list(
            {
                "of": found.things,
                first_day: found.first_day,
                days_affected: found.days_affected
            }
            order by found.things
        ) as days,
    from found
    group by found.subject_no, found.kind
),

entries as (
    select
        kinds.subject_no,
        list(
            {
                found_at: utc_iso(run_context.as_of),
                version: run_context.version_no,
                kind: kinds.kind,
                days: kinds.days,
                profit_before: case when not moved.is_cut
                    then record_figures.published_profit end,
                profit_after: record_figures.known_profit,
                twr_before: case when not moved.is_cut
                    then record_figures.published_twr end,
                twr_after: record_figures.known_twr
            }
            order by kinds.kind
        ) as entries,
    from kinds
    inner join record_figures using (subject_no)
    left join moved using (subject_no)
    cross join run_context
    group by kinds.subject_no
),

-- After a cut, nothing in the list may reveal older data.
listed as (
    select
        selection.subject_no,
        earlier.kept.since as since,
        coalesce(earlier.kept.counts, []) as counts_before,
        coalesce(entries.entries, []) as entries,
        list_concat(
            coalesce(entries.entries, []),
            case when coalesce(moved.is_cut, false) then
                list_transform(
                    earlier.kept.restatements,
                    lambda entry: {
                        found_at: entry.found_at,
                        version: entry.version,
                        kind: entry.kind,
                        days: list_transform(
                            entry.days,
                            lambda part: {
                                "of": part."of",
                                first_day: null::varchar,
                                days_affected: null::bigint
                            }
                        ),
                        profit_before: null::double,
                        profit_after: null::double,
                        twr_before: null::double,
                        twr_after: null::double
                    }
                )
                else coalesce(earlier.kept.restatements, [])
            end
        ) as restatements,
    from selection
    left join entries using (subject_no)
    left join earlier using (subject_no)
    left join moved using (subject_no)
),

-- Counts by kind of data, including restatements that the list leaves out.
tallies as (
    select
        listed.subject_no,
        unnest(list_concat(
            listed.counts_before,
            list_transform(
                list_filter(
                    listed.entries,
                    lambda entry: entry.kind <> 'definition'
                ),
                lambda entry: {
                    "of": things_of(entry.days),
                    "count": 1::bigint,
                    last_found_at: entry.found_at
                }
            )
        )) as tally,
    from listed
),

summed as (
    select
        tallies.subject_no,
        tallies.tally."of" as things,
        sum(tallies.tally."count")::bigint as "count",
        max(tallies.tally.last_found_at) as last_found_at,
    from tallies
    group by tallies.subject_no, things
),

counted as (
    select
        summed.subject_no,
        list(
            {
                "of": summed.things,
                "count": summed."count",
                last_found_at: summed.last_found_at
            }
            order by summed.things
        ) as counts,
    from summed
    group by summed.subject_no
)

select
    selection.subject_id,
    case when listed.since is null
        then strftime(run_context.as_of, '%Y-%m-%d')
        else listed.since end as since,
    coalesce(counted.counts, []) as counts,
    listed.restatements[:1000] as restatements,
from selection
inner join listed using (subject_no)
left join counted using (subject_no)
cross join run_context
