import { nameOfFlag, type Setting, settings } from '../../pipeline/config/settings.ts';

/** The operators' table of settings, one Markdown row per setting. */
export function settingsTable(): string {
  const code = (text = '') => (text === '' ? '' : `\`${text}\``);
  const row = ({ variable, flag, fallback, help }: Setting) =>
    `| ${code(variable)} | ${code(flag && nameOfFlag(flag))} | ${code(fallback)} | ${help} |`;
  return [
    '| variable | flag | default | meaning |',
    '|---|---|---|---|',
    ...settings.map(row),
  ].join('\n');
}
