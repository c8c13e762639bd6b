import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { tools } from '../../../server/mcp/tools.ts';
import { north, withWorld } from '../world.ts';
import { callTool } from './calls.ts';

const argumentsOfTools = suite('arguments of MCP tools');

/** Values that no parameter takes, or that change its answer if it takes any text. */
const odd = ['\u0000', 'no such thing', '-1'] as const;

argumentsOfTools('are used, each of each tool, whatever its default is', () =>
  withWorld(async ({ app, keyOf }) => {
    const { key } = await keyOf('north-desk', ['accounts:read', 'public:read']);
    let tried = 0;
    for (const { listed, names } of tools) {
      const required = names.includes('slug') ? { slug: north.slug } : {};
      const ask = async (more: object) =>
        JSON.stringify(await callTool(app, listed.name, { ...required, ...more }, key));
      const plain = await ask({});
      for (const name of names) {
        const answers = [];
        for (const value of odd) answers.push(await ask({ [name]: value }));
        assert.ok(
          answers.some((answer) => answer !== plain),
          `${listed.name} answers as if ${name} were not given`,
        );
        tried += 1;
      }
    }
    assert.ok(tried > 30, `${tried}`);
  }),
);

argumentsOfTools.run();
