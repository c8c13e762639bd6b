import { widgetOf } from '../accounts/widget.ts';
import { widgetParameters } from '../accounts/widget-options.ts';
import { createBody } from '../http/body.ts';
import { widget } from '../schemas/widget.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

/** Endpoint that returns code and links to show a published account on another site. */
export const widgetEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/widget',
  operation: {
    id: 'getWidget',
    tag: 'Accounts',
    summary: 'Get a widget',
    description:
      'Returns code to paste and links to images that show a published account on another site.',
    needsKey: false,
    response: widget,
  },
  admit: admitViewer,
  query: widgetParameters,
  async answer(viewer, look, moment, { site }, slug) {
    // Owners get the view of strangers: the widget is for visitors of another site.
    const view = await moment.view(slug, { ...viewer, isOwner: false });
    return createBody(Buffer.from(JSON.stringify(widgetOf(view, look, site()))));
  },
});
