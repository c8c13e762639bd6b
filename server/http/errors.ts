/** Every answer that is not a 200, by name; `type` of the problem is made of the name. */
export const PROBLEMS = {
  bad_request: { status: 400, title: 'Bad Request', detail: 'The request cannot be read.' },
  invalid_parameter: { status: 400, title: 'Bad Request', detail: 'A parameter is not allowed.' },
  unauthenticated: {
    status: 401,
    title: 'Unauthorized',
    detail: 'This needs a key: send Authorization: Bearer KEY.',
  },
  invalid_token: { status: 401, title: 'Unauthorized', detail: 'The key is not valid.' },
  insufficient_scope: { status: 403, title: 'Forbidden', detail: 'The key lacks a scope.' },
  foreign_request: {
    status: 403,
    title: 'Forbidden',
    detail: 'This address answers under its own host name, and to no page of another site.',
  },
  not_found: {
    status: 404,
    title: 'Not Found',
    detail: 'Nothing is published at this address.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    detail: 'This address answers GET and HEAD.',
  },
  request_timeout: {
    status: 408,
    title: 'Request Timeout',
    detail: 'The request took too long to arrive.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    detail: 'What stands here does not allow it.',
  },
  content_too_large: {
    status: 413,
    title: 'Content Too Large',
    detail: 'Requests to this address have no body, or a smaller one.',
  },
  uri_too_long: { status: 414, title: 'URI Too Long', detail: 'The address is too long.' },
  upgrade_required: {
    status: 426,
    title: 'Upgrade Required',
    detail: 'Another protocol is spoken here.',
  },
  rate_limited: {
    status: 429,
    title: 'Too Many Requests',
    detail: 'Too many requests; try again later.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    detail: 'Bodies of this content type are not read here.',
  },
  unprocessable: {
    status: 422,
    title: 'Unprocessable Content',
    detail: 'Nothing in the body can be taken.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    detail: 'The headers are too long.',
  },
  internal: { status: 500, title: 'Internal Server Error', detail: 'The request failed.' },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    detail: 'The data cannot be read at the moment; try again.',
  },
  insufficient_storage: {
    status: 507,
    title: 'Insufficient Storage',
    detail: 'There is no room on the disk; nothing was taken.',
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

export type ProblemName = keyof typeof PROBLEMS;

export interface ProblemOptions extends ErrorOptions {
  readonly detail?: string;
  /** What would have been accepted. */
  readonly allowed?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the body that the problem has besides. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** Headers that belong to a problem, whatever the occasion. */
const headersOf: { readonly [Name in ProblemName]?: Readonly<Record<string, string>> } = {
  unauthenticated: { 'www-authenticate': 'Bearer' },
  invalid_token: { 'www-authenticate': 'Bearer error="invalid_token"' },
  unavailable: { 'retry-after': '5' },
  insufficient_storage: { 'retry-after': '60' },
};

/** The URN that names a problem to clients. */
export const typeOf = (name: string): string =>
  `urn:trackrecord:problem:${name.replaceAll('_', '-')}`;

/**
 * Thrown to answer a request with the problem of that name. It does not say where: nobody reads that
 * of an answer, and finding out took a fifth of the processor of a 401.
 */
export class ApiError extends Error {
  readonly problem: ProblemName;
  readonly options: ProblemOptions;

  constructor(problem: ProblemName, options: ProblemOptions = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(options.detail ?? PROBLEMS[problem].detail, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ApiError';
    this.problem = problem;
    this.options = options;
  }

  get status(): number {
    return PROBLEMS[this.problem].status;
  }

  /** Headers that every answer with this problem carries. */
  get headers(): Record<string, string> {
    return { ...problemHeaders, ...headersOf[this.problem], ...this.options.headers };
  }

  /** The body by RFC 9457. */
  get body(): string {
    const { status, title } = PROBLEMS[this.problem];
    return JSON.stringify({
      type: typeOf(this.problem),
      title,
      status,
      detail: this.message,
      ...(this.options.allowed && { allowed: this.options.allowed }),
      ...this.options.members,
    });
  }
}

const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
} as const;
