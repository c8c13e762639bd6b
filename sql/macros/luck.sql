-- Functions of luck.

-- Quantile of a normal distribution for a share of at least 0.5 (Wichura 1988, AS 241), to 16
-- digits. Each step is a macro, because a macro repeats its arguments.
create or replace macro polynomial(coefficients, x) as
    list_reduce(
        list_reverse(coefficients),
        lambda total, coefficient: total * x + coefficient
    );
create or replace macro central_quantile(q) as
    q * polynomial([
        3.3871328727963666080::double, 1.3314166789178437745e2,
        1.9715909503065514427e3, 1.3731693765509461125e4,
        4.5921953931549871457e4, 6.7265770927008700853e4,
        3.3430575583588128105e4, 2.5090809287301226727e3
    ], 0.180625 - q * q)
    / polynomial([
        1.0::double, 4.2313330701600911252e1, 6.8718700749205790830e2,
        5.3941960214247511077e3, 2.1213794301586595867e4,
        3.9307895800092710610e4, 2.8729085735721942674e4,
        5.2264952788528545610e3
    ], 0.180625 - q * q);
create or replace macro tail_quantile(r) as
    polynomial([
        1.42343711074968357734::double, 4.63033784615654529590,
        5.76949722146069140550, 3.64784832476320460504,
        1.27045825245236838258, 2.41780725177450611770e-1,
        2.27238449892691845833e-2, 7.74545014278341407640e-4
    ], r - 1.6)
    / polynomial([
        1.0::double, 2.05319162663775882187, 1.67638483018380384940,
        6.89767334985100004550e-1, 1.48103976427480074590e-1,
        1.51986665636164571966e-2, 5.47593808499534494600e-4,
        1.05075007164441684324e-9
    ], r - 1.6);

-- Takes the share above the quantile: from 0.5 down to 1e-11.
create or replace macro upper_quantile(share) as
    case
        when share >= 0.075 then central_quantile(0.5 - share)
        else tail_quantile(sqrt(-ln(share)))
    end;

-- Sharpe ratio that the luckiest of some accounts without skill is expected to have (Bailey and
-- López de Prado 2014). Takes the variance of their Sharpe ratios.
create or replace macro luckiest_sharpe(accounts, variance) as
    case
        when accounts = 1 then 0.0::double
        else sqrt(variance) * (
            (1 - 0.5772156649015329::double) * upper_quantile(1 / accounts)
            + 0.5772156649015329::double
            * upper_quantile(1 / (accounts * exp(1.0)))
        )
    end;
create or replace macro deflated_sharpe(sharpe, luckiest, n, spread) as
    normal_below(sharpe_deviate(sharpe - luckiest, n, spread));

-- Share of a normal distribution above x, divided by its density there, for x from 4 on: a
-- continued fraction (Abramowitz and Stegun, 26.2.14).
create or replace macro mills_ratio(x) as
    1 / list_reduce(
        list_prepend(x, list_reverse(range(1, 40))::double[]),
        lambda below, step: x + step / below
    );

-- Probability that a Brownian motion falls below a level b within T days (first passage). `near` is
-- (b - mT) / (s√T), `far` is (b + mT) / (s√T), and the exponent 2mb / s². The factor of the second
-- part can be huge, so far from the middle both are joined.
create or replace macro fall_within(near, far, exponent) as
    normal_below(near)
    + case
        when far < -4
            then exp(-near * near / 2) / sqrt(2 * pi()) * mills_ratio(-far)
        else exp(exponent) * normal_below(far)
    end;

-- 5 % and 95 % points of the deepest fall of 400 normal steps, for drifts from -6 to 12. The unit
-- is a deviation times the root of 400. The drift has a standard normal error, as an estimate has.
create or replace macro least_falls() as [
    3.865::double, 2.94, 2.073, 1.338, 0.88, 0.637, 0.498, 0.41, 0.348, 0.302,
    0.267, 0.238, 0.216, 0.196, 0.18, 0.166, 0.153, 0.143, 0.133
];
create or replace macro most_falls() as [
    8.411::double, 7.424, 6.446, 5.473, 4.518, 3.583, 2.709, 1.941, 1.364,
    1.012, 0.801, 0.666, 0.57, 0.499, 0.444, 0.4, 0.364, 0.333, 0.307
];
create or replace macro between_places(falls, place) as
    falls[floor(place)::integer + 7]
    + (place - floor(place)) * (
        falls[least(12, floor(place)::integer + 1) + 7]
        - falls[floor(place)::integer + 7]
    );
create or replace macro least_fall(place) as between_places(least_falls(), place);
create or replace macro most_fall(place) as between_places(most_falls(), place);
