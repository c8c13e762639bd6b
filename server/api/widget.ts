import { widgetParameters } from '../accounts/looks.ts';
import { widgetOf } from '../accounts/widget.ts';
import { createBody } from '../http/body.ts';
import { widget } from '../schemas/widget.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

/** What shows a published account on another site. */
export const widgetEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/widget',
  operation: {
    id: 'getWidget',
    tag: 'Accounts',
    summary: 'Show an account elsewhere',
    description:
      'What another site may paste or link to in order to show a published account, in a size and a theme.',
    needsKey: false,
    response: widget,
  },
  admit: admitViewer,
  query: widgetParameters,
  async answer(viewer, look, moment, { site }, slug) {
    // Owners too: what others cannot see cannot be shown to them on a page.
    const view = await moment.view(slug, { ...viewer, isOwner: false });
    return createBody(Buffer.from(JSON.stringify(widgetOf(view, look, site()))));
  },
});
