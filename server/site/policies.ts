import type { FastifyHelmetOptions } from '@fastify/helmet';

const sources = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
};

/** Headers of pages, whatever else differs between them. */
const common = {
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // Whether all of a domain is to be asked for over TLS is for whoever ends the TLS to say.
  strictTransportSecurity: false,
} as const;

function contentPolicy(frameAncestors: string, connects: readonly string[] = []) {
  const connectSrc = ["'self'", ...connects];
  const directives = { ...sources, connectSrc, frameAncestors: [frameAncestors] };
  return { useDefaults: false, directives };
}

/** A page; nobody may frame it, and it loads nothing from elsewhere. */
export const pagePolicy = (connects: readonly string[] = []): FastifyHelmetOptions => ({
  ...common,
  contentSecurityPolicy: contentPolicy("'none'", connects),
  xFrameOptions: { action: 'deny' },
});

/** What other sites show: the widget in a frame, its images anywhere. */
export const sharedPolicy: FastifyHelmetOptions = {
  ...common,
  contentSecurityPolicy: contentPolicy('*'),
  xFrameOptions: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
};
