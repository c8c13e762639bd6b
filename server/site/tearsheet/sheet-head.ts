import type { PageAccount } from '../account.ts';
import { behavingOf, missingSentences, warningSentences } from '../behaviour-warnings.ts';
import { html, plainText } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { badgeTexts, isProved } from '../parts/badges.ts';
import { tilesOf } from '../parts/headline.ts';
import { lineBelowName, warningTexts } from '../parts/identity.ts';
import { publicSince } from '../parts/observed.ts';
import { story } from '../parts/story.ts';
import { margin, width } from './frame.ts';
import { fillBox, heightOf, inks, line, type Pdf, paragraph } from './pdf.ts';

/** Writes the name, badges next to warnings, and the story. Returns where they end. */
export function drawHead(pdf: Pdf, account: PageAccount, language: Language): number {
  line(pdf, account.name, margin, margin, { width, size: 18, isBold: true });
  // Paper has no links, so it names the owner as pages of a share do.
  const facts = lineBelowName({ ...account, isShared: true }, language);
  const text = facts.map((fact) => plainText(html`${fact}`)).join(' · ');
  let top = paragraph(pdf, text, margin, margin + 25, { width, colour: inks.quiet });
  top = drawTrust(pdf, account, top + 2, language);
  const sentences = story(account, language);
  const lead = account.updated_at === null ? language.words.account.silent : sentences;
  if (lead !== null) {
    top = paragraph(pdf, plainText(html`${lead}`), margin, top, { width, size: 8.5, lines: 4 });
  }
  return top + 4;
}

/** Draws badges on the left and warnings on the right, in one strip. */
function drawTrust(pdf: Pdf, account: PageAccount, top: number, language: Language): number {
  const badges = badgeTexts(account, language);
  const since = publicSince(account, language);
  const marks = [
    ...(badges.length > 0 ? badges : [language.words.account.unverified]),
    ...(since === null ? [] : [since]),
  ];
  const behaving = behavingOf(account);
  const warned = [
    ...(account.behaviour === null ? [] : warningSentences(account.behaviour, language)),
    ...warningTexts(account, language),
  ].map(([, sentence]) => sentence);
  const untold = account.updated_at === null ? [] : missingSentences(behaving, language);
  const warnings = [...warned, ...untold];
  const middle = width / 2;
  const form = { width: middle - 16, size: 7.5, lines: 3 };
  const gap = 2;
  const heightOfAll = (texts: readonly string[]): number =>
    texts.reduce((sum, words) => sum + heightOf(pdf, words, form) + gap, 0);
  const strip = {
    left: margin,
    top,
    width,
    height: Math.max(heightOfAll(marks), heightOfAll(warnings)) + 8,
  };
  if (warned.length > 0) {
    fillBox(pdf, { ...strip, left: margin + middle, width: middle }, inks.warnPaper);
  }
  pdf.rect(margin, top, width, strip.height).lineWidth(0.5).strokeColor(inks.line).stroke();
  const write = (texts: readonly string[], left: number, colourOf: (at: number) => string) => {
    let y = top + 5;
    for (const [at, words] of texts.entries()) {
      paragraph(pdf, words, left, y, { ...form, colour: colourOf(at) });
      y += heightOf(pdf, words, form) + gap;
    }
  };
  const confirmed = isProved(account) ? inks.good : inks.ink;
  write(marks, margin + 8, (at) => (at < badges.length ? confirmed : inks.quiet));
  write(warnings, margin + middle + 8, (at) => (at < warned.length ? inks.warn : inks.quiet));
  return top + strip.height + 6;
}

/** Draws the five figures that tell the most. Returns where they end. */
export function drawTiles(pdf: Pdf, account: PageAccount, top: number, language: Language): number {
  const tiles = tilesOf(account, account.advanced, language);
  const each = width / tiles.length;
  pdf.rect(margin, top, width, 34).lineWidth(0.5).strokeColor(inks.line).stroke();
  for (const [at, { label, text, value }] of tiles.entries()) {
    const left = margin + at * each + 8;
    line(pdf, label, left, top + 5, { width: each - 12, size: 7, colour: inks.quiet });
    line(pdf, text, left, top + 15, {
      width: each - 12,
      size: 13,
      isBold: true,
      colour: (value ?? 0) < 0 ? inks.loss : inks.ink,
    });
  }
  return top + 42;
}
