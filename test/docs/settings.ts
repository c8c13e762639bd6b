import { SETTINGS, type Setting } from '../../pipeline/config/settings.ts';

/** The operators' table of settings, one Markdown row per setting. */
export function settingsTable(): string {
  const settings: readonly Setting<unknown>[] = Object.values(SETTINGS);
  const code = (text: string | null) => (text === null ? '' : `\`${text}\``);
  const row = ({ variable, flag, fallback, help }: Setting<unknown>) =>
    `| ${code(variable)} | ${code(flag)} | ${code(fallback)} | ${help} |`;
  return [
    '| variable | flag | default | meaning |',
    '|---|---|---|---|',
    ...settings.map(row),
  ].join('\n');
}
