import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isAbout, normalLink } from '../../../pipeline/registry/profiles.ts';

const profiles = suite('profiles of owners');

profiles('are plain text that hides nothing', () => {
  const allowed = ['a', 'Two\nlines', 'Zürich, señal, 東京, سلام', '<script>', 'é'.repeat(600)];
  for (const text of allowed) assert.ok(isAbout(text), text);
  const refused = {
    nothing: ' \n ',
    'too long': 'a'.repeat(601),
    'too many lines': 'a\n'.repeat(12),
    tab: 'a\tb',
    'line separator': 'a\u2028b',
    'right to left': 'a\u202eb',
    isolate: 'a\u2066b',
    'zero width': 'a\u200bb',
    joiner: 'a\u200db',
    'soft hyphen': 'a\u00adb',
    'byte order mark': '\ufeffa',
    filler: 'a\u3164b',
    private: 'a\ue000b',
    'half a pair': 'a\ud800b',
    'piled marks': `a${'\u0301'.repeat(4)}`,
    null: 'a\0b',
  };
  for (const [name, text] of Object.entries(refused)) assert.not.ok(isAbout(text), name);
});

profiles('lead to sites by https only', () => {
  const allowed = {
    'https://desk.example': 'https://desk.example/',
    'HTTPS://Desk.Example/Us?a=1#b': 'https://desk.example/Us?a=1#b',
    'https://bücher.example/ä': 'https://xn--bcher-kva.example/%C3%A4',
    'https://desk.example:8443/': 'https://desk.example:8443/',
  };
  for (const [link, normal] of Object.entries(allowed)) assert.is(normalLink(link), normal);
  const refused = [
    ...['', 'desk.example', 'http://desk.example', 'javascript:alert(1)//https://a.example'],
    ...['java\nscript:alert(1)', 'data:text/html,x', 'https:desk.example', '//desk.example'],
    ...['https://me:secret@desk.example', 'https://desk.example@evil.example'],
    ...['https://localhost', 'https://127.0.0.1', 'https://[::1]/', 'https://0x7f.1/'],
    ...['https://desk', 'https://desk.example./', 'https://a.example/\u202egpj'],
    ...['https://a.example/ b', `https://a.example/${'a'.repeat(200)}`, 'https://'],
  ];
  for (const link of refused) assert.is(normalLink(link), null, link);
});

profiles.run();
