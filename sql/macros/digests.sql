-- Functions of digests, which runs compare.

-- Kinds of data within a trade, in the order of their digests.
create or replace macro trade_parts() as [
    'trades', 'costs', 'volume', 'stop_loss', 'take_profit', 'comment',
    'listed', 'magic_number', 'symbol', 'prices', 'times', 'excursion'
];

-- Kinds of data within the equity reports of a day, in the order of their digests.
create or replace macro equity_parts() as ['equity', 'margin'];

-- Kinds of data within a fact that has several.
create or replace macro parts_of(fact) as
    case fact when 'trades' then trade_parts() when 'equity' then equity_parts() end;

-- Detects changed digests: they are comparable only while this value stays.
-- Another version of DuckDB may hash differently, and parts may be added.
create or replace macro digest_probe() as
    hash(
        'a text',
        1.5::double,
        2.25::decimal(28, 8),
        3::decimal(20, 0),
        timestamp '2024-06-03 09:00:00',
        null::varchar,
        trade_parts(),
        equity_parts()
    )::varchar;

-- Digest of a record. After a history cut it is marked, because its capital is
-- the balance at the cut.
create or replace macro record_digest(cut) as
    concat(digest_probe(), case when cut is not null then ' capital' end);

-- Sums of digests as text, with 32 bits of each. A remainder would take most of
-- the time of the digests, because DuckDB divides such large numbers bit by bit.
create or replace macro digests_text(sums) as
    array_to_string(
        list_transform(
            sums,
            lambda digest: to_base((digest & 4294967295)::bigint, 36)
        ),
        '.'
    );

-- Names of all data restated on any of the days of an entry.
create or replace macro things_of(days) as
    list_sort(list_distinct(flatten(list_transform(days, lambda part: part."of"))));
