import type { PageAccount } from '../account.ts';
import { framed, labelAt, percentOf, size } from '../charts/frame.ts';
import { coordinateOf } from '../charts/path.ts';
import { secondsOf } from '../charts/rebase.ts';
import { dayLabels } from '../charts/scale.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Span of days, and what it shows. */
type Span = readonly [from: string, to: string, text: string];

interface Lane {
  readonly label: string;
  readonly spans: readonly Span[];
  /** Days with a mark, each with what it shows. */
  readonly marks: readonly (readonly [day: string, text: string])[];
}

/**
 * Section with a lane of days for the record, what was confirmed of it, when it was public, and
 * when it was restated. Null for a record of less than two days.
 */
export function lanes(account: PageAccount, language: Language): Html | null {
  const first = account.performance.since;
  const last = dayOf(account.updated_at ?? '');
  if (first === null || last <= first) return null;
  const { format } = language;
  const shown = lanesOf(account, first, last, language);
  const days = shown.flatMap(({ spans, marks }) => [
    ...spans.map(([, to]) => to),
    ...marks.map(([day]) => day),
  ]);
  const x = { min: secondsOf(first), max: Math.max(...[last, ...days].map(secondsOf)) };
  const across = (day: string) =>
    Math.round(coordinateOf(Math.max(x.min, secondsOf(day)), x, 0, size.width));
  const step = size.height / shown.length;
  const top = (at: number) => Math.round((at + 0.2) * step);
  const height = Math.round(0.6 * step);
  return framed({
    className: 'lanes',
    left: shown.map(({ label }, at) => [percentOf((at + 0.5) * step, size.height), label]),
    below: dayLabels(x.min, x.max, 3, format).map(([day, text]) => labelAt(across(day) / 10, text)),
    lines: [],
    content: shown.map(
      ({ spans, marks }, at) =>
        html`<rect class="track" y="${top(at)}" width="${size.width}" height="${height}"/>${spans.map(
          ([from, to, text]) =>
            html`<rect class="won" x="${Math.min(across(from), size.width - 2)}" y="${top(at)}" width="${Math.max(2, across(to) - across(from))}" height="${height}"><title>${text}</title></rect>`,
        )}${marks.map(
          ([day, text]) =>
            html`<path class="dot lost" d="M${across(day)} ${top(at) + height / 2}h.01"><title>${text}</title></path>`,
        )}`,
    ),
  });
}

const dayOf = (instant: string): string => instant.slice(0, 10);

function lanesOf(account: PageAccount, first: string, last: string, language: Language): Lane[] {
  const { words, format } = language;
  const { verification: texts } = words;
  const { verified, restatements } = account;
  const span = (from: string, to: string, label: string): Span => [
    from,
    to,
    `${label}: ${format.day(from)} – ${format.day(to)}`,
  ];
  const until = verified.covered_until ?? (verified.track_record ? last : null);
  const found = (restatements?.restatements ?? []).filter(({ kind }) => kind !== 'definition');
  const restated = [...new Set(found.map(({ found_at }) => dayOf(found_at)))].sort();
  const { record, confirmed, public: open, restated: changed } = texts.lanes;
  const times = publicTimes(account, last);
  return [
    { label: record, spans: [span(first, last, record)], marks: [] },
    { label: confirmed, spans: until === null ? [] : [span(first, until, confirmed)], marks: [] },
    ...(times === null
      ? []
      : [{ label: open, spans: times.map(([from, to]) => span(from, to, open)), marks: [] }]),
    {
      label: changed,
      spans: [],
      marks: restated.map(
        (day) => [day, fillText(texts.restatedOn, { day: format.day(day) })] as const,
      ),
    },
  ];
}

/** Times when anybody could read the record; null if that is not known. */
function publicTimes(
  { observed, published_at }: PageAccount,
  last: string,
): (readonly [from: string, to: string])[] | null {
  if (observed === null || published_at === null) return null;
  const begun = dayOf(published_at);
  const end = last > begun ? last : begun;
  const starts = [begun, ...observed.gaps.flatMap(({ to }) => (to === null ? [] : [dayOf(to)]))];
  const ends = [...observed.gaps.map(({ from }) => dayOf(from)), end];
  return starts.map((from, at) => [from, ends[at] ?? end] as const);
}
