import { oneOf, type Values, withDescription } from '../http/parameters.ts';
import { languageCodes } from '../language/catalogues.ts';

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
  /** Pixels of a PNG for each pixel of the widget. */
  readonly zoom: number;
}

/** Sizes of a widget. Social networks show `preview` for a link. */
// biome-ignore format: a table
export const sizes = {
  small: { width: 320, height: 120, pad: 14, name: 14, value: 26, label: 10.5, zoom: 2 },
  medium: { width: 480, height: 220, pad: 22, name: 19, value: 40, label: 13, zoom: 2 },
  large: { width: 640, height: 340, pad: 30, name: 24, value: 54, label: 15, zoom: 2 },
  preview: { width: 1200, height: 630, pad: 60, name: 50, value: 46, label: 26, zoom: 1 },
} as const satisfies Record<string, WidgetSize>;

export const sizeNames = ['small', 'medium', 'large', 'preview'] as const;

/** Parameters of a widget. */
export const widgetParameters = {
  size: withDescription(oneOf(sizeNames), {
    description: 'Size; `preview` is for link previews in social networks',
    default: 'small',
  }),
  theme: withDescription(oneOf(themes), {
    description: "Colours; by default light in images and the reader's in a frame",
  }),
  lang: withDescription(oneOf(languageCodes), { description: 'Language', default: 'en' }),
} as const;

/** Chosen options of a widget; null means the default. */
export type WidgetOptions = Values<typeof widgetParameters>;
