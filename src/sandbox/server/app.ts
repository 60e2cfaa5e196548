/** The routes: the interface's own, and those for the sandbox itself under /v1/local-sandbox. */
import { Hono, type Context } from 'hono';
import { OPERATIONS, type OperationId } from '../../api/model/operations';
import { describedRoute, nowhere, type Describe, type Route } from './described';
import { invalid, newRequestId, notFound, Refusal, success } from './http/replies';
import { requireKey } from './http/authentication';
import { discardBody, readJsonObject } from './http/requestBody';
import type { SandboxEnv } from './http/sandboxEnv';
import { faults } from './http/faults';
import { contentLink, EXPIRED_LINK, fileDetails, linkProblem } from './data/links';
import { paginate } from './http/cursors';
import { sampleListing } from './data/samples';
import { isScenario, SCENARIOS, scenarioWords } from './data/scenarios';
import type { SandboxStore, StoredFile } from './data/sandboxStore';
import { checkTopUp } from './topUpBody';
import { readUpload } from './upload';

export interface AppOptions {
  readonly store: SandboxStore;
  /** Origin of the links in answers; known once the server listens. */
  readonly filesUrl: () => string;
  /** How long an answer takes in the scenario `slow`, in milliseconds. 3000 by default. */
  readonly slowMs?: number;
  /** Called with one line for every answer: method, path, status, duration, request id; without query, key or body. */
  readonly onRequest?: (line: string) => void;
  /** Called when a request has set the scenario or reset the sandbox. */
  readonly onControlled?: () => void;
  /** Answers operations of descriptions that were added. */
  readonly describe?: Describe | undefined;
}

export function createApp(options: AppOptions): Hono<SandboxEnv> {
  const { store, slowMs = 3000, onRequest } = options;
  const app = new Hono<SandboxEnv>();

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = newRequestId();
    await next();
    await discardBody(c.env.incoming);
    c.res.headers.set('x-request-id', requestId);
    const duration = Math.round(performance.now() - started);
    onRequest?.(`${c.req.method} ${c.req.path} ${c.res.status} ${duration} ms ${requestId}`);
  });
  app.use('/v1/*', requireKey);
  app.use('/v1/*', faults(store, slowMs));

  const handlers = operationHandlers(options);
  for (const { id, method, path } of Object.values(OPERATIONS)) {
    const own = handlers[id];
    // A path of a description may be the more literal one, such as `/files/recent`.
    const handler = path.includes('{') ? describedRoute(store, options.describe, own) : own;
    app.on(method, `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`, handler);
  }
  addContentRoute(app, options);
  addControlRoutes(app, options);
  app.all('/v1/*', describedRoute(store, options.describe));
  app.all('*', nowhere);

  app.onError((error, c) => answerError(c, error));
  return app;
}

function operationHandlers({ store, filesUrl }: AppOptions): Record<OperationId, Route> {
  return {
    // The interface shows no status for an upload; 201 is "created".
    async uploadFile(c) {
      const file = store.addFile(await readUpload(c.env.incoming));
      const { id, purpose, mimeType } = file;
      const uploadedAt = new Date(file.uploadedAt).toISOString();
      return c.json(success('File uploaded', { id, purpose, mimeType, uploadedAt }), 201);
    },
    getFile(c) {
      const file = known(store.file(c.req.param('fileId') ?? ''));
      return c.json(success('File details retrieved', details(file, store, filesUrl())));
    },
    async topUp(c) {
      const { amount, currency } = checkTopUp(await readJsonObject(c.env.incoming));
      const balance = store.topUp(currency, amount);
      return c.json(success(`Balance topped up. It is now ${balance} ${currency}.`, {}));
    },
  };
}

function addContentRoute(app: Hono<SandboxEnv>, { store }: AppOptions): void {
  // Request and answer of a download are not shown: the bytes, for anyone with the link or the key.
  app.get('/v1/files/:id/content', (c) => {
    const id = c.req.param('id');
    const { token, expires } = c.req.query();
    const problem = token === undefined ? undefined : linkProblem(id, token, expires, store.secret);
    if (problem !== undefined || store.scenario === 'expired-links')
      throw new Refusal(403, 'unsupported_action', problem ?? EXPIRED_LINK);
    const { mimeType } = known(store.file(id));
    return c.body(new Uint8Array(store.content(id)), 200, {
      'content-type': mimeType,
      'x-content-type-options': 'nosniff',
    });
  });
}

function addControlRoutes(app: Hono<SandboxEnv>, { store, filesUrl, onControlled }: AppOptions): void {
  const control = app.basePath('/v1/local-sandbox');
  const scenarios = SCENARIOS.map((id) => ({ id, ...scenarioWords(id) }));
  const scenario = () => ({ scenario: store.scenario, scenarios });

  control.get('/health', (c) =>
    c.json(success('The Local Sandbox is running', { scenario: store.scenario })),
  );
  control.get('/files', (c) => {
    const { records, paging } = paginate(store.files(), pageQuery(c), store.secret);
    const url = filesUrl();
    return c.json(
      success('Files listed', { records: records.map((file) => details(file, store, url)), paging }),
    );
  });
  control.get('/samples', (c) =>
    c.json(success('Sample payments listed', paginate(sampleListing, pageQuery(c), store.secret))),
  );
  control.get('/balances', (c) => c.json(success('Balances listed', { balances: store.balances() })));
  control.get('/scenario', (c) => c.json(success('Scenario retrieved', scenario())));
  control.put('/scenario', async (c) => {
    const { scenario: chosen } = await readJsonObject(c.env.incoming);
    if (!isScenario(chosen)) {
      const message = `scenario must be one of ${SCENARIOS.join(', ')}.`;
      throw invalid({ code: 'one_of', fieldName: 'scenario', message });
    }
    store.setScenario(chosen);
    onControlled?.();
    return c.json(success('Scenario set', scenario()));
  });
  control.post('/reset', (c) => {
    store.reset();
    onControlled?.();
    return c.json(success('The Local Sandbox is as new', {}));
  });
}

/** What is given twice is neither a number nor a cursor. */
function pageQuery(c: Context<SandboxEnv>): Partial<Record<string, string>> {
  const once = (name: string) => c.req.queries(name)?.join(',');
  return { limit: once('limit'), page: once('page') };
}

function details(file: StoredFile, store: SandboxStore, filesUrl: string) {
  return fileDetails(file, contentLink(filesUrl, file.id, store.secret, store.scenario === 'expired-links'));
}

/** The interface shows neither status nor code for an unknown file; 404 is "resource does not exist". */
function known<T>(value: T | undefined): T {
  if (value === undefined) throw notFound('This file does not exist, or you have no access to it.');
  return value;
}

function answerError(c: Context<SandboxEnv>, error: Error) {
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal(500, 'internal_error', 'The Local Sandbox could not handle this request.');
  return c.json(refusal.body, refusal.status, { ...refusal.headers });
}
