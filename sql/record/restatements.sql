-- one row per subject: what of its published and closed days was restated,
-- the newest 1000 of it, newest first
with
earlier as (
    select
        scope.subject_no,
        from_json(published_records.restatements, '{
            "since": "VARCHAR",
            "count": "BIGINT",
            "last_found_at": "VARCHAR",
            "restatements": [{
                "found_at": "VARCHAR",
                "version": "BIGINT",
                "kind": "VARCHAR",
                "facts": ["VARCHAR"],
                "first_day": "VARCHAR",
                "days_affected": "BIGINT",
                "profit_before": "DOUBLE",
                "profit_after": "DOUBLE",
                "twr_before": "DOUBLE",
                "twr_after": "DOUBLE"
            }]
        }') as kept,
    from published_records
    inner join scope using (subject_id)
),

-- which of the facts of its members moved, and whether its history was cut
moved as (
    select
        members.subject_no,
        bool_or(restated_facts.account_id is not null) as is_restated,
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

found as (
    select
        members.subject_no,
        restated_facts.kind,
        list_sort(list(distinct restated_facts.fact)) as facts,
        min(nullif(restated_facts.day, '')) as first_day,
        count(distinct nullif(restated_facts.day, '')) as days_affected,
    from restated_facts
    inner join members using (account_id)
    inner join record_figures using (subject_no)
    where restated_facts.is_closed and record_figures.is_published
    group by members.subject_no, restated_facts.kind
    union all
    select moved.subject_no, 'cut', [], null, null
    from moved
    inner join record_figures using (subject_no)
    where moved.is_cut and record_figures.is_published
    union all
    -- other figures of the same facts: another formula, currency or members
    select record_figures.subject_no, 'definition', [], null, null
    from record_figures
    inner join scope using (subject_no)
    inner join computed_record on scope.subject_id = computed_record.subject_id
    left join moved using (subject_no)
    where record_figures.is_published
        and not coalesce(moved.is_restated, false)
        and not coalesce(moved.is_cut, false)
        and (
            record_figures.published_definition
            <> computed_record.record.definition
            or (
                scope.type = 'account'
                and (
                    record_figures.published_profit
                    is distinct from record_figures.known_profit
                    or record_figures.published_twr
                    is distinct from record_figures.known_twr
                )
            )
        )
),

entries as (
    select
        found.subject_no,
        list(
            {
                found_at: utc_iso(run_context.as_of),
                version: run_context.version_no,
                kind: found.kind,
                facts: found.facts,
                first_day: found.first_day,
                days_affected: found.days_affected,
                profit_before: case when not moved.is_cut
                    then record_figures.published_profit end,
                profit_after: record_figures.known_profit,
                twr_before: case when not moved.is_cut
                    then record_figures.published_twr end,
                twr_after: record_figures.known_twr
            }
            order by found.kind
        ) as entries,
    from found
    inner join record_figures using (subject_no)
    left join moved using (subject_no)
    cross join run_context
    group by found.subject_no
),

-- what was before a cut is told of by nothing that stays
listed as (
    select
        scope.subject_no,
        earlier.kept.since as since,
        coalesce(earlier.kept.count, 0) as count_before,
        earlier.kept.last_found_at as found_before,
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
                        facts: entry.facts,
                        first_day: null::varchar,
                        days_affected: null::bigint,
                        profit_before: null::double,
                        profit_after: null::double,
                        twr_before: null::double,
                        twr_after: null::double
                    }
                )
                else coalesce(earlier.kept.restatements, [])
            end
        ) as restatements,
    from scope
    left join entries using (subject_no)
    left join earlier using (subject_no)
    left join moved using (subject_no)
),

counted as (
    select
        listed.*,
        list_filter(
            listed.entries,
            lambda entry: entry.kind <> 'definition'
        ) as changes,
    from listed
)

select
    scope.subject_id,
    case when counted.since is null
        then strftime(run_context.as_of, '%Y-%m-%d')
        else counted.since end as since,
    counted.count_before + len(counted.changes) as "count",
    case when len(counted.changes) > 0 then counted.changes[1].found_at
        else counted.found_before end as last_found_at,
    counted.restatements[:1000] as restatements,
from scope
inner join counted using (subject_no)
cross join run_context
