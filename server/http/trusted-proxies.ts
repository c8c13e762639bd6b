/**
 * Fastify's `trustProxy`: `X-Forwarded-For` counts only where the connection comes from one of
 * these addresses or CIDRs, and then the last address in it that is none of them. Never `true`,
 * which would take whatever the client wrote.
 */
export function trustedProxies(networks: readonly string[]): string[] | false {
  return networks.length > 0 && [...networks];
}
