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

-- what is told apart of trades, in the order of their digests
create or replace macro trade_parts() as [
    'trades', 'costs', 'volume', 'stop_loss', 'take_profit', 'comment',
    'listed', 'magic_number', 'symbol', 'prices', 'times'
];

-- sums of digests as text, 32 bits of each
create or replace macro digests_text(sums) as
    array_to_string(
        list_transform(
            sums,
            lambda digest: to_base((digest % 4294967296)::bigint, 36)
        ),
        '.'
    );

-- everything that was restated on any of the days of an entry
create or replace macro things_of(days) as
    list_sort(list_distinct(flatten(list_transform(days, lambda part: part."of"))));
