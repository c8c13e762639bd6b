import type { FastifyReply } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Headers of an answer of the pages, in helmet's words. */
export type Policy = Readonly<HelmetOptions>;

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
export const pagePolicy = (connects: readonly string[] = []): Policy => ({
  ...common,
  contentSecurityPolicy: contentPolicy("'none'", connects),
  xFrameOptions: { action: 'deny' },
});

/** What other sites show: the widget in a frame, its images anywhere. */
export const sharedPolicy: Policy = {
  ...common,
  contentSecurityPolicy: contentPolicy('*'),
  xFrameOptions: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
};

// Not by Fastify's plugin, whose hooks would run at every request of the API too.
export function applyPolicy({ request, raw }: FastifyReply, policy: Policy): void {
  helmet(policy)(request.raw, raw, () => {});
}
