/**
 * The sliding log in Redis, in the place of rate-limiter-flexible's fixed window, with its
 * arguments and its answer: [requests counted, milliseconds until the oldest leaves]. A refused
 * request is answered with one above the limit and not written down. Times are microseconds of
 * Redis's clock; where that was set back, what seems to come from the future is dropped.
 */
export const slidingScript = `
local window = tonumber(ARGV[2]) * 1000000
local limit = tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local function text(number) return string.format('%.0f', number) end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now - window))
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. text(now), '+inf')
local counted = redis.call('ZCARD', KEYS[1]) + 1
if counted <= limit then
  redis.call('ZADD', KEYS[1], text(now), text(now) .. '-' .. counted)
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or text(now)
return {counted, math.ceil((tonumber(oldest) + window - now) / 1000)}
`;
