/** Query with a column of every type that can be exported, with nulls. */
export const everyType = `
  select * from (values
    (1, true, 2147483647::integer, 9223372036854775807::bigint,
      170141183460469231731687303715884105::hugeint, 0.1::double,
      -12345678901234567890.12345678::decimal(28, 8), 0.07::decimal(4, 2),
      'a "b", c' || chr(13) || chr(10) || 'ü', date '1969-12-31',
      timestamp '2024-02-29 23:59:59.000001'),
    (2, false, -1, '-9223372036854775808'::bigint, -1::hugeint, -1.5e300,
      0.00000001::decimal(28, 8), -0.07::decimal(4, 2), '', date '2024-02-29',
      timestamp '1969-12-31 23:59:59.25'),
    (3, null, null, null, null, null, null, null, null, null, null),
    (4, true, 0, 0, 0, 0.0, 0, 0, 'null', date '1970-01-01', timestamp '2024-01-10 10:10:00')
  ) as rows(id, flag, small, big, huge, ratio, money, narrow, words, day, instant)
  order by id`;
