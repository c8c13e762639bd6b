import type { Theme } from '../../accounts/widget-options.ts';

export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly good: string;
  readonly loss: string;
}

/** Colours of the stylesheet, repeated for images, since only a page has the stylesheet. */
export const palettes: Readonly<Record<Theme | 'page', Palette>> = {
  page: {
    paper: 'var(--card)',
    ink: 'var(--ink)',
    quiet: 'var(--quiet)',
    line: 'var(--line)',
    accent: 'var(--accent)',
    good: 'var(--good)',
    loss: 'var(--loss)',
  },
  light: {
    paper: '#fff',
    ink: '#16181d',
    quiet: '#5c6370',
    line: '#e4e5e7',
    accent: '#1d56b4',
    good: '#11713f',
    loss: '#ad3a12',
  },
  dark: {
    paper: '#181c20',
    ink: '#eceef0',
    quiet: '#b6bdc5',
    line: '#2a3036',
    accent: '#8db9ff',
    good: '#5fd696',
    loss: '#ff9f7c',
  },
};
