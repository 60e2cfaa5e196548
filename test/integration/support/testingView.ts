import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { KnownAnswers } from '../../../src/httpFiles/run/knownAnswers';
import { RequestRunner, type RunnerParts } from '../../../src/httpFiles/run/runRequest';
import { Verdicts } from '../../../src/httpFiles/run/verdicts';
import { SharedVariables } from '../../../src/httpFiles/sharedVariables';
import { TestingFeature } from '../../../src/testing/feature';
import { keepProfiles } from '../../../src/testing/register';
import { type Handler, type HttpServer, sendJson } from '../../support/httpServer';
import { writeFile } from './extension';
import { serveTest, type TestServices } from '../../support/services';

/** The editor's own controller, with its runs written down and its profiles at hand. */
export class WatchedController {
  readonly reported: string[] = [];
  readonly output: string[] = [];
  readonly messages: vscode.TestMessage[] = [];
  readonly profiles: vscode.TestRunProfile[] = [];
  readonly #real = vscode.tests.createTestController(`watched-${crypto.randomUUID()}`, 'Watched');
  readonly controller: vscode.TestController = new Proxy(this.#real, {
    get: (real, name): unknown => {
      if (name === 'createTestRun') return () => this.#run();
      if (name !== 'createRunProfile') return Reflect.get(real, name);
      return (...args: Parameters<typeof real.createRunProfile>) => {
        const profile = real.createRunProfile(...args);
        this.profiles.push(profile);
        return profile;
      };
    },
  });

  #run(): vscode.TestRun {
    const tell = (what: string) => (item: vscode.TestItem) =>
      void this.reported.push(`${what} ${item.label}`);
    const failing =
      (what: string) =>
      (item: vscode.TestItem, messages: vscode.TestMessage | readonly vscode.TestMessage[]) => {
        tell(what)(item);
        this.messages.push(...[messages].flat());
      };
    const run = {
      enqueued: () => undefined,
      appendOutput: (text: string) => void this.output.push(text),
      started: tell('started'),
      skipped: tell('skipped'),
      passed: tell('passed'),
      failed: failing('failed'),
      errored: failing('errored'),
      end: () => void this.reported.push('end'),
    };
    return run as unknown as vscode.TestRun;
  }

  dispose(): void {
    this.#real.dispose();
  }
}

interface Bench extends AsyncDisposable {
  readonly server: HttpServer;
  readonly watched: WatchedController;
  readonly services: TestServices;
  readonly feature: TestingFeature;
  /** What happens while the environment is set up, and while a request is under way. */
  readonly hooks: { setUp?: () => void; asked?: () => void };
  /** Resolves the items, as the view does. */
  readonly look: (uri: vscode.Uri) => Promise<vscode.TestItem>;
  /** Runs items as a click does; gives what was reported since. */
  readonly run: (items?: vscode.TestItem[], token?: vscode.CancellationToken) => Promise<string[]>;
}

/** The Testing view of a window of its own, with a service that answers. */
export async function bench(
  type: 'sandbox' | 'production' = 'sandbox',
  uploadFile?: RunnerParts['uploadFile'],
): Promise<Bench> {
  const hooks: Bench['hooks'] = {};
  const answer: Handler = (request, response) => {
    hooks.asked?.();
    if (request.path.includes('hang')) return;
    sendJson(response, request.path.includes('missing') ? 404 : 200, {
      success: !request.path.includes('missing'),
      message: 'Done',
      data: { id: 'thing_7' },
    });
  };
  const services = await serveTest(answer, { type, name: 'Here' });
  const { server } = services;
  const verdicts = new Verdicts(() => undefined);
  const runner = new RequestRunner(services.services, {
    answers: new KnownAnswers(),
    verdicts,
    uploadFile: uploadFile ?? (() => Promise.reject(new Error('No upload is expected'))),
    findExchange: () => Promise.resolve(undefined),
  });
  const state = { get: (_: string, value: unknown) => value } as unknown as vscode.Memento;
  const feature = new TestingFeature({
    services: services.services,
    runner,
    shared: new SharedVariables(state),
    setUp: () => Promise.resolve(hooks.setUp?.()),
    checkOf: () =>
      Promise.resolve({ checked: true, differences: [{ place: 'body data', message: 'is too short' }] }),
  });
  const watched = new WatchedController();
  const profiles = keepProfiles(watched.controller, services.services.environments, () =>
    Promise.resolve(feature),
  );
  const never = new vscode.CancellationTokenSource().token;
  return {
    ...{ server, watched, services, feature, hooks },
    async look(uri) {
      await feature.resolve(watched.controller, undefined);
      const item = watched.controller.items.get(uri.toString());
      assert.ok(item, 'the file is a test');
      await feature.resolve(watched.controller, item);
      return item;
    },
    async run(items, token = never) {
      watched.reported.length = 0;
      await watched.profiles[0]?.runHandler(new vscode.TestRunRequest(items), token);
      return [...watched.reported];
    },
    async [Symbol.asyncDispose]() {
      profiles.dispose();
      feature.dispose();
      watched.dispose();
      verdicts.dispose();
      await services[Symbol.asyncDispose]();
    },
  };
}

let number = 0;

/** A new request file of the workspace, which goes with the test. */
export async function file(
  text: string,
  name = `testing-${++number}`,
): Promise<vscode.Uri & AsyncDisposable> {
  const uri = await writeFile(`${name}.http`, text);
  return Object.assign(uri, { [Symbol.asyncDispose]: async () => vscode.workspace.fs.delete(uri) });
}

/** The requests of a file, as the view shows them. */
export function children(item: vscode.TestItem): vscode.TestItem[] {
  return [...item.children]
    .map(([, child]) => child)
    .toSorted((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? ''));
}
