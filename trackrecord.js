#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('dist/trackrecord.js', import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('trackrecord is not compiled yet: npm run build, where it was checked out');
  process.exitCode = 1;
}
