import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { CancelledError, ConfigurationError } from '../../../src/api/model/errors';
import type { RunnerParts } from '../../../src/httpFiles/run/runRequest';
import { eventually } from '../../host/editor/waiting.mts';
import { sample, writeFile } from '../support/extension';
import { uploadRequest } from '../support/requests';
import { bench, children, file } from '../support/testingView';

const FILE = `### Made
# @name made
GET /v1/things

?? status == 200

### Taken
GET /v1/things/{{made.response.body.$.data.id}}

?? body data.id == thing_8
?? status < 200
?? status == 200

### Missing
GET /v1/missing

?? status == 404
`;

describe('a run of the Testing view', () => {
  it('has each request file with an expectation, runs it in its order, and says what was expected and seen', async () => {
    await using here = await bench();
    await using uri = await file(FILE);
    await using plain = await file('GET /v1/things\n');
    const item = await here.look(uri);
    assert.deepEqual(
      children(item).map(({ label, description, range }) => [label, description, range?.start.line]),
      [
        ['made', undefined, 2],
        ['Taken', undefined, 7],
        ['Missing', undefined, 14],
      ],
    );
    assert.equal(here.watched.controller.items.get(plain.toString()), undefined);
    assert.deepEqual(
      here.watched.profiles.map(({ label }) => label),
      ['Here'],
    );
    assert.equal(
      (await here.run([item])).join(', '),
      'started made, passed made, started Taken, failed Taken, started Missing, passed Missing, end',
    );
    assert.match(
      here.watched.output[1] ?? '',
      /^Taken · 200 · .*1 of 3 expectations met\r\n {2}Not as documented: body data/,
    );
    const [difference, other, link] = here.watched.messages;
    assert.deepEqual(
      [difference?.expectedOutput, difference?.actualOutput, difference?.location?.range.start.line],
      ['thing_8', 'thing_7', 9],
    );
    assert.deepEqual(
      [other?.message, other?.expectedOutput],
      ['?? status < 200: Not met. Seen: 200', undefined],
    );
    assert.ok(link?.message instanceof vscode.MarkdownString);
    assert.match(link.message.value, /command:paymentsApi\.showExchange\?.*ex_/);
  });

  it('runs all files, also where nobody has looked for them before, in the order of the view', async () => {
    const text = (name: string) => `### ${name}\nGET /v1/things\n\n?? status == 200\n`;
    await using _second = await file(text('b'), 'run-b');
    await using here = await bench();
    const run = async () => (await here.run()).filter((line) => /^passed [ab]$/.test(line));
    assert.deepEqual(await run(), ['passed b']);
    await using first = await file(text('a'), 'run-a');
    const { items } = here.watched.controller;
    await eventually(
      () => items.get(first.toString()),
      (item) => item !== undefined,
    );
    assert.deepEqual(await run(), ['passed a', 'passed b']);
  });

  it('sends a request before those that take values from it, once for a run', async () => {
    await using here = await bench();
    await using uri = await file(`${FILE}\n### Also\nGET /v1/also/{{made.response.body.$.data.id}}\n`);
    const [, taken, , also] = children(await here.look(uri));
    assert.ok(taken && also);
    assert.equal(
      (await here.run([taken, also])).join(', '),
      'started Taken, failed Taken, started Also, passed Also, end',
    );
    assert.deepEqual(
      here.server.seen.map(({ path }) => path),
      ['/v1/things', '/v1/things/thing_7', '/v1/also/thing_7'],
    );
  });

  it('sends what was clicked, where one of its title before it has just been removed', async () => {
    await using here = await bench();
    const [first, ...others] = ['first', 'clicked', 'last'].map(
      (name) => `###\nPOST /v1/things\nX-Name: ${name}\n\n?? status == 200\n`,
    );
    await using uri = await file([first, ...others].join('\n'));
    const [, clicked] = children(await here.look(uri));
    assert.ok(clicked);
    writeFileSync(uri.fsPath, others.join('\n'));
    await here.run([clicked]);
    assert.deepEqual(
      here.server.seen.map(({ headers }) => headers['x-name']),
      ['clicked'],
    );
  });

  it('sends nothing of what was left out of a run', async () => {
    await using here = await bench();
    await using uri = await file(FILE);
    const item = await here.look(uri);
    const [, , missing] = children(item);
    assert.ok(missing);
    const request = new vscode.TestRunRequest([item], [missing]);
    await here.watched.profiles[0]?.runHandler(request, new vscode.CancellationTokenSource().token);
    assert.deepEqual(
      here.server.seen.map(({ path }) => path),
      ['/v1/things', '/v1/things/thing_7'],
    );
  });

  it('takes no value of an earlier run where the request that gives it got no answer in this one', async () => {
    await using here = await bench();
    await using uri = await file(FILE);
    await here.run([await here.look(uri)]);
    const text = FILE.replace('GET /v1/things\n', 'GET /v1/{{nobody}}\n');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const reported = await here.run([await here.look(uri)]);
    assert.equal(
      reported.join(', '),
      'started made, errored made, started Taken, errored Taken, started Missing, passed Missing, end',
    );
    const said = here.watched.messages.map(({ message }) => message);
    assert.ok(said.some((message) => typeof message === 'string' && message.includes('nobody')));
  });

  it('takes the value of the request that was answered, where another one of its name was not', async () => {
    await using here = await bench();
    const lost = FILE.slice(0, FILE.indexOf('### Taken'))
      .replace('things', '{{nobody}}')
      .replace('### Made', '### Lost');
    await using uri = await file(`${lost}${FILE}`);
    const reported = await here.run([await here.look(uri)]);
    assert.deepEqual(reported.slice(1, 6), [
      'errored made',
      ...['started made', 'passed made', 'started Taken', 'failed Taken'],
    ]);
  });

  it('asks once for all writes to production whose bytes are known, and sends none without', async () => {
    await using here = await bench('production');
    const one = `### One\nPOST /v1/a\n\n{}\n\n?? status == 200\n\n### Two\nPOST /v1/b\n\n{}\n`;
    await using first = await file(one);
    await using second = await file(one);
    const items = [await here.look(first), await here.look(second)];
    here.services.answer = false;
    assert.deepEqual(await here.run(items), [
      ...['One', 'Two', 'One', 'Two'].map((name) => `skipped ${name}`),
      'end',
    ]);
    assert.equal(here.server.seen.length, 0);
    here.services.answer = true;
    await here.run(items);
    assert.deepEqual(
      here.services.asked.map((writes) => writes.length),
      [4, 4],
    );
    assert.equal(here.server.seen.length, 4);
  });

  const cancelling = new vscode.CancellationTokenSource();
  const uploads: Readonly<Record<string, RunnerParts['uploadFile']>> = {
    'whose bytes are there already': () =>
      Promise.resolve({ data: [{ uri: '', status: 'duplicate' as const, file: { id: 'file_1' } }] }),
    'that is under way when it is cancelled': async ({ signal }) => {
      const ended = new Promise((resolve) => signal?.addEventListener('abort', resolve));
      cancelling.cancel();
      await ended;
      throw new CancelledError();
    },
  };
  for (const [which, upload] of Object.entries(uploads))
    it(`counts an upload ${which} as skipped`, async () => {
      await using here = await bench('sandbox', upload);
      await writeFile('testing.pdf', '%PDF-1.4');
      await using uri = await file(`### Upload\n${uploadRequest('./testing.pdf')}\n?? status == 200\n`);
      const reported = await here.run([await here.look(uri)], cancelling.token);
      assert.deepEqual(reported, ['started Upload', 'skipped Upload', 'end']);
    });

  it('ends when it is cancelled, down to the request under way, beside which other files can be run', async () => {
    await using here = await bench();
    await using first = await file(
      '### Hang\nGET /v1/hang\n\n?? status == 200\n\n### After\nGET /v1/things\n',
    );
    await using second = await file('### Other\nGET /v1/things\n\n?? status == 200\n');
    const items = [await here.look(first), await here.look(second)];
    const cancelling = new vscode.CancellationTokenSource();
    const running = here.run(items.slice(0, 1), cancelling.token);
    while (here.server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const others = ['errored Hang', 'errored After', 'started Other', 'passed Other', 'end'];
    assert.deepEqual(await here.run(items), others);
    cancelling.cancel();
    assert.deepEqual(await running, [...others, 'skipped Hang', 'skipped After', 'end']);
  });

  it('ends its questions when it is cancelled', async () => {
    await using here = await bench();
    const asking = (path: string) => `### Asks\n# @prompt asked\nGET /v1/${path}\n\n?? status == 200\n\n`;
    await using uri = await file(asking('{{asked}}') + asking('x{{asked}}'));
    for (const item of children(await here.look(uri))) {
      const cancelling = new vscode.CancellationTokenSource();
      let listeners = 0;
      const onCancellationRequested: vscode.Event<unknown> = (...listener) => {
        listeners += 1;
        // After the run itself, its question listens.
        if (listeners === 2) setImmediate(() => cancelling.cancel());
        return cancelling.token.onCancellationRequested(...listener);
      };
      const token = { isCancellationRequested: false, onCancellationRequested };
      assert.deepEqual(await here.run([item], token), ['skipped Asks', 'end']);
    }
    assert.equal(here.server.seen.length, 0);
  });

  it('asks for nothing where it is cancelled before or while its environment is set up', async () => {
    await using here = await bench('production');
    await using uri = await file('### Made\nPOST /v1/things\n\n{}\n\n?? status == 200\n');
    const items = [await here.look(uri)];
    const cancelling = new vscode.CancellationTokenSource();
    here.services.answer = true;
    let setUps = 0;
    here.hooks.setUp = () => {
      setUps += 1;
      cancelling.cancel();
    };
    for (let runs = 0; runs < 2; runs += 1)
      assert.deepEqual(await here.run(items, cancelling.token), ['skipped Made', 'end']);
    assert.deepEqual([setUps, here.services.asked], [1, []]);
  });

  it('tells what was answered, also where the key was removed while the request was under way', async () => {
    await using here = await bench();
    await using uri = await file('### Made\nPOST /v1/things\n\n{}\n\n?? status == 200\n');
    const { keys } = here.services.services;
    here.hooks.asked = () => {
      keys.keyFor = () => Promise.reject(new ConfigurationError('There is no key. Nothing was sent.'));
    };
    assert.deepEqual(await here.run([await here.look(uri)]), ['started Made', 'passed Made', 'end']);
  });

  it('runs the other files where one cannot be read any more, or has variables that cannot be read', async () => {
    await using here = await bench();
    const text = '### In NAME\nGET /v1/things\n\n?? status == 200\n';
    const write = (name: string, content: string) => writeFile(name, content.replace('NAME', name));
    await using fine = await file(text.replace('NAME', 'fine'));
    const gone = await write('gone/a.http', text);
    const broken = await write('broken/b.http', text);
    try {
      const items = [await here.look(gone), await here.look(broken), await here.look(fine)];
      await write('broken/http-client.env.json', '{');
      // The editor names only the folder as deleted.
      await vscode.workspace.fs.delete(sample('gone'), { recursive: true });
      const reported = await here.run(items);
      assert.deepEqual(reported.toSorted(), [
        ...['end', 'errored In broken/b.http', 'errored In gone/a.http', 'passed In fine', 'started In fine'],
      ]);
      assert.equal(here.server.seen.length, 1);
    } finally {
      await vscode.workspace.fs.delete(sample('broken'), { recursive: true });
    }
  });
});
