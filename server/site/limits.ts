import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Allowance } from '../callers/limits/limits.ts';
import { applyVerdict } from '../callers/rate-limit.ts';
import { clientOf } from '../http/clients.ts';
import type { SiteServices } from './site-services.ts';

const countAs =
  (allowance: Allowance) =>
  async (
    { ip }: FastifyRequest,
    reply: FastifyReply,
    { limits }: Pick<SiteServices, 'limits'>,
  ): Promise<void> => {
    const refusal = applyVerdict(await limits.take(allowance, clientOf(ip)), reply);
    if (refusal) throw refusal;
  };

/** Pages and widgets have an allowance of their own, enough for whoever reads. */
export const countPage = countAs('pages');

/** A file is a request to the API by another name, so that it is no way around its limit. */
export const countDownload = countAs('anonymous');
