import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { createManageCommands } from '../../../src/environments/commands/manage';
import type { EnvironmentSetUp } from '../../../src/environments/setUp/setUp';
import { Environments } from '../../../src/services/environments/environments';
import { Settings } from '../../../src/services/environments/settings';
import type { Services } from '../../../src/services/services';
import { KeyVault, type KeyState } from '../../../src/services/environments/keyVault';
import { readEnvironments, type Environment } from '../../../src/services/environments/environmentModel';
import { failureActions, needsMessage, levelOf, withoutMessage } from '../../../src/ui/messages';
import { startHttpServer } from '../../support/httpServer';
import { extension, fail, setUserSetting, send, sendInVain } from '../support/extension';
import { startService } from '../support/contract';
import { memento } from '../support/registry';
import { TestSecrets } from '../support/secrets';

const KEY = 'test_key_abcdefgh1234';

function sandboxAt(apiUrl: string, filesUrl?: string): Environment {
  const found = readEnvironments({ sandbox: { apiUrl, filesUrl } }).find(({ id }) => id === 'sandbox');
  assert.ok(found);
  return found;
}

describe('the key vault', () => {
  let secrets: TestSecrets;
  let memory: Memento;
  let vault: KeyVault;
  const here = sandboxAt('https://api.test/v1');

  beforeEach(() => {
    secrets = new TestSecrets();
    memory = memento();
    vault = new KeyVault(secrets, memory);
  });
  afterEach(() => vault.dispose());

  it('keeps a key for the origins that it was given for, and drops the space around it', async () => {
    await assert.rejects(vault.keyFor(here), { kind: 'configuration' });
    await vault.store(here, `  ${KEY}\n`);
    assert.equal(await vault.keyFor(sandboxAt('https://api.test/gateway/v1')), KEY);
    assert.equal(await vault.keyFor(here), KEY);
    assert.deepEqual(await vault.state(here), { kind: 'set', lastFour: '1234' });
    await vault.store(here, 'abcdefghijk');
    assert.deepEqual(await vault.state(here), { kind: 'set' }, 'nothing of a short one');
  });

  for (const [what, elsewhere] of [
    ['the API host', sandboxAt('https://evil.test/v1', 'https://api.test')],
    ['the files host', sandboxAt('https://api.test/v1', 'https://evil.test')],
    ['the port', sandboxAt('https://api.test:8443/v1')],
  ] as const) {
    it(`does not hand it out once ${what} is another`, async () => {
      await vault.store(here, KEY);
      await assert.rejects(vault.keyFor(elsewhere), { kind: 'configuration', environment: 'sandbox' });
      assert.deepEqual(await vault.state(elsewhere), {
        kind: 'address-changed',
        givenFor: 'https://api.test',
        lastFour: '1234',
      });
      await vault.store(elsewhere, await vault.confirmed(elsewhere, await vault.state(elsewhere)));
      assert.equal(await vault.keyFor(elsewhere), KEY);
    });
  }

  it('is confirmed for another address as it was shown: one that was stored since is not meant', async () => {
    const elsewhere = sandboxAt('https://elsewhere.test/v1');
    await vault.store(here, KEY);
    const shown = await vault.state(elsewhere);
    await vault.store(here, 'another-key-9876');
    await assert.rejects(vault.confirmed(elsewhere, shown), { kind: 'configuration', missing: 'key' });
    // Such as one that was entered for that very address.
    await vault.store(elsewhere, 'entered-for-it-5432');
    assert.equal(await vault.confirmed(elsewhere, shown), 'entered-for-it-5432');
  });

  it('keeps the environment that it cannot be removed with', async () => {
    await setUserSetting('environments', { mine: { type: 'sandbox', apiUrl: 'https://mine.test' } });
    const settings = new Settings();
    const environments = new Environments(settings, memory);
    const commands = createManageCommands(
      { environments, keys: vault } as unknown as Services,
      {} as EnvironmentSetUp,
    );
    await vault.store(environments.get('mine'), KEY);
    secrets.refuses = true;
    await assert.rejects(commands.removeEnvironment('mine'), { kind: 'configuration', message: /keyring/ });
    assert.equal(await vault.keyFor(environments.get('mine')), KEY);
    for (const each of [environments, settings]) each.dispose();
    await setUserSetting('environments', undefined);
  });

  it('refuses what is no key, and says so when the editor did not keep one', async () => {
    // Which these are: test/unit/api/rules/headerRules.test.ts.
    await assert.rejects(vault.store(here, `ApiKey ${KEY}`), { kind: 'configuration' });
    assert.equal(secrets.kept.size, 0);
    secrets.forgets = true;
    await assert.rejects(vault.store(here, KEY), { kind: 'configuration', message: /was not changed/ });
    secrets.forgets = false;
    secrets.refuses = true;
    await assert.rejects(vault.store(here, KEY), { kind: 'configuration', message: /keyring/ });
  });

  it('says that it is lost, and asks for it again, when it cannot be decrypted or is not what was stored', async () => {
    await vault.store(here, KEY);
    secrets.unreadable = true;
    assert.deepEqual(await vault.state(here), { kind: 'lost' });
    await assert.rejects(vault.keyFor(here), { kind: 'configuration', message: /can no longer read.*again/ });
    secrets.unreadable = false;
    assert.equal(await vault.keyFor(here), KEY);
    vault.dispose();
    vault = new KeyVault(secrets, memory);
    for (const [key] of secrets.kept) secrets.kept.set(key, '{"apiKey":7}');
    assert.deepEqual(await vault.state(here), { kind: 'lost' });
  });

  it('distinguishes a key that the editor lost silently from one that was never entered, or was removed', async () => {
    assert.deepEqual(await vault.state(here), { kind: 'none' });
    await assert.rejects(vault.keyFor(here), { kind: 'configuration', message: /no API key yet/ });
    await vault.store(here, KEY);
    secrets.kept.clear();
    assert.deepEqual(await vault.state(here), { kind: 'lost' });
    await vault.remove(here);
    assert.deepEqual(await vault.state(here), { kind: 'none' });
  });

  it('leaves nothing of it in what the editor remembers, nor in the environment of the process', async () => {
    await vault.store(here, KEY);
    const remembered = memory.keys().map((key) => [key, memory.get(key)]);
    for (const sink of [remembered, process.env]) assert.ok(!JSON.stringify(sink).includes(KEY.slice(-8)));
  });

  it('takes over a key that another window stored, and notifies of it', async () => {
    let fired = 0;
    vault.onDidChange(() => (fired += 1));
    await vault.store(here, KEY);
    const [entry] = secrets.kept;
    assert.ok(entry);
    fired = 0;
    secrets.changeElsewhere(entry[0], entry[1].replace(KEY, 'another-key-9876'));
    assert.equal(fired, 1);
    assert.equal(await vault.keyFor(here), 'another-key-9876');
    secrets.changeElsewhere('somebody.elses', 'x');
    assert.equal(fired, 1);
  });

  it('is read from the editor once, for however many requests', async () => {
    await vault.store(here, KEY);
    const reads = secrets.reads;
    for (let n = 0; n < 10; n += 1) assert.equal(await vault.keyFor(here), KEY);
    assert.equal(secrets.reads, reads + 1);
  });

  it('is kept out of texts again as soon as it can be read again', async () => {
    await vault.store(here, KEY);
    secrets.unreadable = true;
    assert.deepEqual(await vault.every(), []);
    secrets.unreadable = false;
    assert.deepEqual(await vault.every(), [KEY]);
    const { reads } = secrets;
    assert.deepEqual(await vault.every(), [KEY]);
    assert.equal(secrets.reads, reads);
  });

  it('is not sent any more, nor taken for lost, once it was removed here or in another window', async () => {
    await vault.store(here, KEY);
    const other = new KeyVault(secrets, memory);
    for (const each of [vault, other]) assert.equal(await each.keyFor(here), KEY);
    const shown: Promise<KeyState>[] = [];
    other.onDidChange(() => shown.push(other.state(here)));
    await vault.remove(here);
    for (const each of [vault, other])
      await assert.rejects(each.keyFor(here), { kind: 'configuration', message: /no API key yet/ });
    assert.deepEqual(await Promise.all(shown), [{ kind: 'none' }]);
    other.dispose();
  });

  it('takes none for the Local Sandbox, nor where there is no address', async () => {
    const [local, sandbox] = readEnvironments({});
    assert.ok(sandbox);
    await assert.rejects(vault.store(local, KEY), { kind: 'configuration', message: /needs no set-up/ });
    await assert.rejects(vault.store(sandbox, KEY), { kind: 'configuration', message: /no address yet/ });
  });
});

describe('a key in use', () => {
  it('stays here when the address changes, until the user has agreed', async () => {
    await using elsewhere = await startHttpServer();
    await using _service = await startService();
    await setUserSetting('environments', { sandbox: { apiUrl: elsewhere.url } });
    const { error } = await sendInVain('/x', { environment: 'sandbox' });
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /address of Sandbox has changed/);
    assert.equal(elsewhere.seen.length, 0);
    const { setApiKey } = await extension().activate();
    await setApiKey('sandbox', 'a-new-key-for-the-new-address');
    await send('/x', { environment: 'sandbox' });
    assert.equal(elsewhere.seen[0]?.headers.authorization, 'ApiKey a-new-key-for-the-new-address');
  });

  it('leads, after a 401, to the key of that very environment', () => {
    const failure = { ok: false, error: { kind: 'api', message: 'No.', status: 401 } } as const;
    assert.deepEqual(failureActions(failure, { environment: 'sandbox' })[0]?.title, 'Enter API Key');
  });

  it('is offered by a message also where a document says the rest', () => {
    const shown = withoutMessage(new Error('No.'));
    const isExplained = (status: number, context = {}) =>
      needsMessage(shown, { ok: false, error: { kind: 'api', message: 'No.', status } }, context);
    assert.deepEqual([isExplained(401), isExplained(404)], [true, false]);
    assert.equal(isExplained(404, { setting: 'http.systemCertificates' }), true);
  });

  it('is asked for by a message that the editor hides: it no longer holds once the key is there', () => {
    assert.equal(levelOf('configuration', false), 'warning');
    assert.deepEqual([levelOf('not-found', true), levelOf('not-found', false)], ['info', 'error']);
    assert.equal(levelOf('api', true), 'error', 'what a service answered stays true');
  });

  it('is offered only where it is what is missing', () => {
    const failure = { ok: false, error: { kind: 'configuration', message: 'Not possible.' } } as const;
    const offered = (environment: string, missing?: 'address' | 'key' | 'sandbox') =>
      failureActions(failure, { environment, missing }).map(({ title }) => title);
    assert.deepEqual(offered('sandbox', 'key'), ['Enter API Key']);
    // A pasted key would be taken for an address, in clear text.
    assert.deepEqual(offered('sandbox', 'address'), ['Set Up Environment']);
    assert.deepEqual(offered('local', 'sandbox'), ['Start Local Sandbox']);
    // As a top-up in production.
    assert.deepEqual(offered('production'), []);
  });
});

describe('the command that asks for a key', () => {
  // With odd ids it is called in arguments.test.ts.
  it('takes none from a caller by code, and none without an address to bind it to', async () => {
    await setUserSetting('environments', undefined);
    const { error } = await fail('setApiKey', 'production', 'a-key-of-somebody-else');
    assert.equal(error.kind, 'configuration');
    assert.match(error.message, /no address yet/);
  });
});
