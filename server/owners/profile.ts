import { ChildFailed } from '../../pipeline/base/child-task.ts';
import { actorOf, describeOwner, NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import { pictureOf, setPicture } from '../../pipeline/registry/owner-pictures.ts';
import { isAbout, isLink, maxAbout, maxLink } from '../../pipeline/registry/profiles.ts';
import { ApiError } from '../http/errors.ts';
import { fillText } from '../site/language/format.ts';
import type { Reply, SentFile, SignedInRequest } from './page-request.ts';
import {
  checkPicture,
  maxPictureBytes,
  maxPictureSide,
  PictureRefused,
  redrawPicture,
} from './picture.ts';
import { refuseSetting, settingDone } from './settings.ts';

/** Saves the text and the link of the owner's page; an empty field removes what it had. */
export async function saveProfile(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, words } = request;
  const { problems } = words.settings.profile;
  // Browsers end the lines of a form with CR LF.
  const about = form.text('about').replaceAll(/\r\n?/g, '\n');
  const link = form.text('link');
  if (about !== '' && !isAbout(about)) {
    return refuseSetting(request, fillText(problems.about, { count: maxAbout }));
  }
  if (link !== '' && !isLink(link)) {
    return refuseSetting(request, fillText(problems.link, { count: maxLink }));
  }
  const profile = { about: about || null, link: link || null };
  await describeOwner(services.registry, owner.slug, profile);
  return settingDone('profile');
}

/** Stores an uploaded picture, drawn anew. */
export async function savePicture(request: SignedInRequest): Promise<Reply> {
  const { services, owner, words, signal } = request;
  const { problems } = words.settings.profile;
  const file = await request.file();
  if (file === null || file.name === '') {
    file?.content.resume();
    return refuseSetting(request, problems.noFile);
  }
  try {
    const picture = checkPicture(await readPicture(file));
    const { isAllowed, retryAfter } = await services.limits.take('pictures', owner.slug);
    if (!isAllowed) {
      const minutes = Math.ceil(retryAfter / 60);
      return refuseSetting(request, fillText(problems.tooMany, { minutes }), 429);
    }
    const png = await redrawPicture(owner.slug, picture, signal);
    await setPicture(services.registry, owner.slug, png, actorOf(owner.slug));
    return settingDone('picture');
  } catch (error) {
    if (signal.aborted || error instanceof ChildFailed) {
      throw new ApiError('not_drawn', { cause: signal.aborted ? undefined : error });
    }
    if (!(error instanceof PictureRefused)) throw error;
    const values = { size: maxPictureBytes >> 20, side: maxPictureSide };
    const status = error.fault === 'tooLarge' ? 413 : 422;
    return refuseSetting(request, fillText(problems[error.fault], values), status);
  }
}

/** Reads a file to its end, since a browser shows no answer before. Throws if it is too large. */
async function readPicture({ content }: SentFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size <= maxPictureBytes) parts.push(part);
  }
  if (size > maxPictureBytes) throw new PictureRefused('tooLarge');
  return Buffer.concat(parts);
}

export async function removePicture({ services, owner }: SignedInRequest): Promise<Reply> {
  await setPicture(services.registry, owner.slug, null, actorOf(owner.slug));
  return settingDone('noPicture');
}

/** Returns the owner's own picture, also if no account of theirs is public. */
export const showOwnPicture = (request: SignedInRequest): Promise<Reply> =>
  showPictureOf(request, request.owner.slug);

/** Returns the picture of an owner as an image. */
export async function showPictureOf({ services }: SignedInRequest, slug: string): Promise<Reply> {
  const image = await pictureOf(services.registry, slug);
  if (image === null) throw new NotOwnedError();
  return { image };
}
