import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SCENARIOS } from '../../../src/sandbox';
import { endedCli, runCli } from './cliSupport';
import { call, cleanUp, fetchRaw, newFolder, start } from './support';

describe('Local Sandbox: command line', () => {
  afterEach(cleanUp);

  it('says where it is, serves the operations of a description too, and ends well on SIGINT', async () => {
    const folder = newFolder();
    const {
      process: child,
      sandbox,
      greeting,
    } = await runCli('--data', folder, '--description', description());
    assert.match(greeting, /^Description: +Things, 1 operations$/m);
    assert.match(greeting, /^API address: +http:\/\/127\.0\.0\.1:\d+\/v1$/m);
    assert.match(greeting, /^Files address: +http:\/\/127\.0\.0\.1:\d+$/m);
    assert.ok(greeting.includes(sandbox.apiKey));
    assert.ok(greeting.includes(join(folder, 'local-sandbox.db')));
    assert.deepEqual(await (await fetchRaw(sandbox, '/things')).json(), { id: 7 });
    await endsWell(child, 'SIGINT');
    assert.equal(existsSync(join(folder, 'local-sandbox.db-wal')), false); // closed in good order
  });

  it('goes on where nobody reads its lines any more', async () => {
    const { process: child, sandbox } = await runCli('--data', newFolder());
    child.stdout?.destroy();
    for (let n = 0; n < 3; n++) assert.equal((await call(sandbox, '/local-sandbox/health')).status, 200);
  });

  it('starts in the scenario asked for, and ends well on SIGTERM', async () => {
    const { process: child, sandbox } = await runCli('--data', newFolder(), '--scenario', 'expired-links');
    const { body } = await call(sandbox, '/local-sandbox/scenario');
    assert.equal((body.data as { scenario: string }).scenario, 'expired-links');
    await endsWell(child, 'SIGTERM');
  });

  async function endsWell(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const ended = once(child, 'exit');
    child.kill(signal);
    assert.deepEqual(await ended, [0, null]);
  }

  it('ends where its scenario cannot be written down, as on a full disk', async () => {
    const folder = newFolder();
    const file = join(folder, 'local-sandbox.db');
    await (await start({ file })).close();
    const db = new DatabaseSync(file);
    db.exec("CREATE TRIGGER full BEFORE UPDATE ON state BEGIN SELECT RAISE(FAIL, 'disk is full'); END");
    db.close();
    const { code, stderr } = await endedCli(['--data', folder, '--scenario', 'flaky']);
    assert.deepEqual([code, stderr.trim()], [1, 'disk is full']);
  });

  function description(): string {
    const file = join(newFolder(), 'things.json');
    const answer = { description: '', content: { 'application/json': { example: { id: 7 } } } };
    const paths = { '/things': { get: { responses: { 200: answer } } } };
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths }));
    return file;
  }

  it('ends where a file is no description, and says why', async () => {
    const file = join(newFolder(), 'things.json');
    writeFileSync(file, '{}');
    const { code, stderr } = await endedCli(['--data', newFolder(), '--description', file]);
    assert.equal(code, 1);
    assert.match(stderr, /things\.json is no API description/);
  });

  it('explains itself, and where it keeps its data unless another folder is given', async () => {
    const folder = newFolder();
    const { code, stdout, stderr } = await endedCli(['--help'], { ...process.env, XDG_DATA_HOME: folder });
    assert.deepEqual([code, stderr], [0, '']);
    const options = ['--port', '--data', '--scenario', '--description'];
    for (const word of [...options, ...SCENARIOS]) assert.ok(stdout.includes(word), word);
    // Elsewhere the place is not named by a variable alone.
    if (process.platform === 'linux') assert.ok(stdout.includes(join(folder, 'payments-api-explorer')));
  });

  it('refuses arguments that make no sense with a sentence and exit code 2', async () => {
    const cases: [string[], RegExp][] = [
      [['--port=-1'], /"-1" is not a port\. Give a number from 0 to 65535\./],
      [['--port', '65536'], /is not a port/],
      [['--port', '1x'], /is not a port/],
      [['--scenario', 'sunny'], /There is no scenario "sunny"\. Choose one of normal,/],
      [['--data', ''], /--data needs the path of a folder\./],
      [['--prot', '1'], /--prot/],
    ];
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await endedCli(args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, message);
      assert.ok(!stderr.includes('    at '));
    }
  });

  it('says why it cannot start, and ends with 1', async () => {
    const { port } = await start();
    const args = ['--data', newFolder(), '--port', String(port)];
    const taken = await endedCli([...args, '--description', description()]);
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, new RegExp(`cannot use port ${port}: another program is using it`));
    const file = join(newFolder(), 'a file');
    writeFileSync(file, '');
    const noFolder = await endedCli(['--data', file]);
    assert.equal(noFolder.code, 1);
    assert.match(noFolder.stderr, /^The Local Sandbox cannot open its data in .*\. Check that .*\.$/m);
    assert.ok(!noFolder.stderr.includes('    at '));
  });
});
