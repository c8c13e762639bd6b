import { described, oneOf, type Values } from '../http/parameters.ts';
import { codes } from '../schemas/languages.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface WidgetSize {
  readonly width: number;
  readonly height: number;
  /** Text sizes and distances, in pixels. */
  readonly pad: number;
  readonly name: number;
  readonly value: number;
  readonly label: number;
  /** Device pixels for each of them in a PNG. */
  readonly zoom: number;
}

/** The sizes of a widget; `preview` is what social networks show of a link. */
// biome-ignore format: a table
export const sizes = {
  small: { width: 320, height: 120, pad: 14, name: 14, value: 26, label: 10.5, zoom: 2 },
  medium: { width: 480, height: 220, pad: 22, name: 19, value: 40, label: 13, zoom: 2 },
  large: { width: 640, height: 340, pad: 30, name: 24, value: 54, label: 15, zoom: 2 },
  preview: { width: 1200, height: 630, pad: 64, name: 52, value: 120, label: 30, zoom: 1 },
} as const satisfies Record<string, WidgetSize>;

export type SizeName = keyof typeof sizes;

export const sizeNames = ['small', 'medium', 'large', 'preview'] as const;

/** What the query of a widget may say. */
export const widgetParameters = {
  size: described(oneOf(sizeNames), {
    description: 'How large; `preview` is what social networks show of a link',
    default: 'small',
  }),
  theme: described(oneOf(themes), {
    description: 'Colours; those of the reader in a frame, light in images when absent',
  }),
  lang: described(oneOf(codes), { description: 'Language of its words', default: 'en' }),
} as const;

/** What was chosen of a widget; null where it is left to the usual. */
export type Look = Values<typeof widgetParameters>;
