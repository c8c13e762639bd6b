import type { Theme } from '../../accounts/widget-options.ts';

interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly loss: string;
}

/** Colours of the stylesheet, repeated for images, since an image cannot use the stylesheet. */
export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    paper: '#fdfcfa',
    ink: '#1c1b19',
    quiet: '#625f59',
    line: '#dedad2',
    accent: '#0b5c6b',
    loss: '#9c3418',
  },
  dark: {
    paper: '#151617',
    ink: '#eceae5',
    quiet: '#a5a19a',
    line: '#38393a',
    accent: '#79c4d1',
    loss: '#f09a80',
  },
};
