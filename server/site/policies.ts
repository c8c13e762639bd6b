import type { FastifyReply } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Security headers of a response, as options of helmet. */
export type Policy = Readonly<HelmetOptions>;

const sources = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
};

/** Headers that all pages have. */
const common = {
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // The proxy that terminates TLS decides about HSTS.
  strictTransportSecurity: false,
} as const;

function contentPolicy(frameAncestors: string, connects: readonly string[] = []) {
  const connectSrc = ["'self'", ...connects];
  const directives = { ...sources, connectSrc, frameAncestors: [frameAncestors] };
  return { useDefaults: false, directives };
}

/** Headers of pages: no other site may frame them, and they load nothing from other hosts. */
export const pagePolicy = (connects: readonly string[] = []): Policy => ({
  ...common,
  contentSecurityPolicy: contentPolicy("'none'", connects),
  xFrameOptions: { action: 'deny' },
});

/** Headers of widgets: other sites may frame them and show their images. */
export const sharedPolicy: Policy = {
  ...common,
  contentSecurityPolicy: contentPolicy('*'),
  xFrameOptions: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
};

/** Headers of scripts and styles. Other headers matter only for pages. */
export const assetPolicy: Policy = {
  strictTransportSecurity: false,
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

// Fastify's helmet plugin is not used: its hooks would also run for every API request.
export function applyPolicy({ request, raw }: FastifyReply, policy: Policy): void {
  helmet(policy)(request.raw, raw, () => {});
}
