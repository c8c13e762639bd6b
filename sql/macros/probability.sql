-- Functions of probability and statistics.

-- erf(x) = 2 / sqrt(pi) * exp(-x^2) * sum of 2^n x^(2n+1) / (2n+1)!!
-- (Abramowitz and Stegun, 7.1.6). All terms are positive; beyond x = 6 it is 1.
create or replace macro erf(x) as
    case
        when x = 0 then 0.0::double
        when x > 6 then 1.0::double
        else
            2 / sqrt(pi()) * exp(-x * x) * list_sum(
                list_transform(
                    range(0, 30 + ceil(3 * x * x)::bigint),
                    lambda n: exp(
                        n * ln(4.0) + lgamma(n + 1.0)
                        + (2 * n + 1) * ln(x) - lgamma(2 * n + 2.0)
                    )
                )
            )
    end;

-- Share of a normal distribution below x.
create or replace macro normal_below(x) as
    0.5 + sign(x) * erf(abs(x) / sqrt(2)) / 2;

-- 97.5 % quantile of Student's t, to 12 digits. Above 20 degrees of freedom it
-- uses the expansion in 1 / degrees (Abramowitz and Stegun, 26.7.5).
create or replace macro student_t(degrees) as
    case
        when degrees <= 20 then [
            12.7062047361747, 4.302652729749464, 3.18244630528371,
            2.776445105197794, 2.570581835636316, 2.44691185114497,
            2.364624251592785, 2.306004135204167, 2.262157162798206,
            2.228138851986275, 2.20098516009164, 2.178812829667229,
            2.160368656462793, 2.144786687917804, 2.131449545559776,
            2.119905299221255, 2.109815577833317, 2.100922040241038,
            2.09302405440831, 2.085963447265865
        ][degrees]
        else 1.959963984540054::double + (2.372271230298563 + (2.822498615739612
            + (2.555849679507723 + (1.589534053393824 + (0.7328982119816057
            + (0.6274804609510736 + (0.1288128535961975 - 1.713928182623522
            / degrees) / degrees) / degrees) / degrees) / degrees) / degrees)
            / degrees) / degrees
    end;

-- Middle and half width of the 95 % confidence interval of a share that was seen `seen` times in
-- `tried` tries (Wilson 1927).
create or replace macro wilson_middle(seen, tried) as
    (seen + 1.920729410347062::double) / (tried + 3.841458820694124);
create or replace macro wilson_half(seen, tried) as
    1.959963984540054::double
    * sqrt(seen * (tried - seen) / tried + 0.960364705173531)
    / (tried + 3.841458820694124);

-- Variance of an estimated Sharpe ratio, times n (Mertens 2002). Takes the
-- skewness and the kurtosis (3 for a normal distribution) of the returns.
create or replace macro sharpe_spread(sharpe, skewness, kurtosis) as
    1 - skewness * sharpe + (kurtosis - 1) / 4 * sharpe * sharpe;

-- Probability that the true Sharpe ratio is above 0 (Bailey and López de Prado
-- 2012). Then the number of returns needed for 95 %; null beyond a million.
-- Each step is a macro, because a macro repeats its arguments.
create or replace macro sharpe_deviate(sharpe, n, spread) as
    case when spread > 0 then sharpe * sqrt(n - 1) / sqrt(spread) end;
create or replace macro returns_needed(sharpe, spread) as
    case
        when sharpe > 0 then 1 + spread * pow(1.6448536269514722 / sharpe, 2)
    end;
create or replace macro up_to_a_million(needed) as
    case when needed <= 1000000 then ceil(needed)::bigint end;
