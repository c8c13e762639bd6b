import { restatables, unknownRestated } from '../../sql/record/restatable.ts';
import { literal } from '../base/sql-text.ts';

const listOf = (names: readonly string[]): string => `[${names.map(literal)}]::varchar[]`;

/** Kinds of restatement with the flags that show and hide them, as a list in SQL. */
const rules = [
  ...Object.entries<{ shownIn: readonly string[]; fact: string | null; hiddenBy?: string }>(
    restatables,
  ).map(([name, { fact, shownIn, hiddenBy }]) => ({ name, fact, shownIn, hiddenBy })),
].map(
  ({ name, fact, shownIn, hiddenBy }) =>
    `{name: ${literal(name)}, fact: ${fact === null ? 'null' : literal(fact)}, shown_in: ${listOf(shownIn)}, hidden_by: ${hiddenBy ? literal(hiddenBy) : "''"}}`,
);

/** The view of what was restated as strangers read it, by the rules that hold for answers. */
export const sharedRestatements = (): string => `create or replace view shared_restatements as
    with
    rules as (
      select
        slug,
        hidden,
        list_filter([${rules}], lambda rule:
          (len(rule.shown_in) = 0 or not list_has_all(hidden, rule.shown_in))
          and not list_contains(hidden, rule.hidden_by)
        ) as told,
      from shown_subjects
    ),

    told as (
      select
        slug,
        told,
        list_concat(
          list_transform(told, lambda rule: rule.name),
          case when len(hidden) = 0 then ['${unknownRestated}'] else [] end
        ) as names,
      from rules
    ),

    seen as (
      select
        shown_subjects.slug,
        shown_subjects.type,
        restatements.* exclude (subject_id, days),
        list_filter(
          restatements.days,
          lambda part: list_has_any(part."of", told.names)
        ) as days,
        told.told,
      from shown_subjects
      inner join told using (slug)
      inner join restatements using (subject_id)
    )

    select
      seen.slug,
      seen.type,
      row_number() over (partition by seen.slug order by seen.row_no) as row_no,
      seen.found_at,
      seen.version,
      seen.kind,
      array_to_string(list_sort(list_distinct(list_transform(
        list_filter(seen.told, lambda rule: rule.fact is not null
          and list_contains(things_of(seen.days), rule.name)),
        lambda rule: rule.fact
      ))), ', ') as facts,
      list_min(list_transform(seen.days, lambda part: part.first_day)) as first_day,
      list_sum(list_transform(seen.days, lambda part: part.days_affected))::bigint
        as days_affected,
      seen.profit_before,
      seen.profit_after,
      seen.twr_before,
      seen.twr_after,
    from seen
    where len(seen.days) > 0;
    comment on view shared_restatements is 'Changes to days that were already published, one row per slug and row_no, newest first. Hidden data is left out.';
    comment on column shared_restatements.facts is 'Data that changed, separated by commas: trades, flows, equity, capital.';
    comment on column shared_restatements.first_day is 'First day that changed, UTC; null if it concerns no day, or if the history was cut since.';
    comment on column shared_restatements.days_affected is 'Number of days that changed; null whenever first_day is.';`;
