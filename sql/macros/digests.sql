-- Functions of digests that runs compare.

-- digests of rows can be compared as long as this stays: another DuckDB may
-- count them otherwise
create or replace macro digest_probe() as
    hash(
        'a text',
        1.5::double,
        2.25::decimal(28, 8),
        3::decimal(20, 0),
        timestamp '2024-06-03 09:00:00',
        null::varchar
    )::varchar;

-- of a record since a cut, whose capital is what the cut left, the same marked
create or replace macro record_digest(cut) as
    concat(digest_probe(), case when cut is not null then ' capital' end);
