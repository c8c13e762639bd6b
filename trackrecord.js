#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('dist/trackrecord.js', import.meta.url);
if (existsSync(program)) {
  // Traces name the lines of the sources: 3 MB, and no time that can be told.
  process.setSourceMapsEnabled(true);
  await import(program.href);
} else {
  console.error('trackrecord is not compiled yet: npm run build, where it was checked out');
  process.exitCode = 1;
}
