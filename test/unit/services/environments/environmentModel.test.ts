import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readEnvironments } from '../../../../src/services/environments/environmentModel';

function read(id: string, entry: unknown) {
  const found = readEnvironments({ [id]: entry }).find((one) => one.id === id);
  assert.ok(found);
  return found;
}

describe('the environments of the settings', () => {
  it('are always local, sandbox and production, then the user’s own in their order', () => {
    assert.deepEqual(
      readEnvironments({
        zeta: { type: 'sandbox', apiUrl: 'https://z.test' },
        production: { apiUrl: 'https://p.test' },
        alpha: { type: 'production', apiUrl: 'https://a.test' },
      }).map(({ id, type }) => `${id}: ${type}`),
      ['local: local', 'sandbox: sandbox', 'production: production', 'zeta: sandbox', 'alpha: production'],
    );
  });

  it('have a name, and an address or the reason why there is none', () => {
    const addresses = {
      apiUrl: 'https://a.test/v1',
      filesUrl: 'https://f.test',
      ...{ apiOrigin: 'https://a.test', filesOrigin: 'https://f.test' },
    };
    const [apiUrl, filesUrl] = ['https://a.test', 'https://f.test'];
    const needed = (id: string) =>
      `The setting paymentsApi.environments → ${id} must be an object with an apiUrl.`;
    const mine = { id: 'mine', name: 'mine' };
    const sandbox = { id: 'sandbox', name: 'Sandbox', type: 'sandbox' };
    for (const [id, entry, expected] of [
      ['mine', { type: 'production', apiUrl, filesUrl }, { ...mine, type: 'production', addresses }],
      ['mine', { type: 'sandbox', name: ' \n', apiUrl, filesUrl }, { ...mine, type: 'sandbox', addresses }],
      ['sandbox', { name: 'Own', apiUrl, filesUrl }, { ...sandbox, name: 'Own', addresses }],
      ['sandbox', undefined, sandbox],
      ['mine', undefined, { ...mine, type: 'production' }],
      ['sandbox', {}, sandbox],
      ['sandbox', { apiUrl: ' ', filesUrl: null }, sandbox],
      ['sandbox', { filesUrl }, { ...sandbox, problem: needed('sandbox') }],
      ['mine', 'https://a.test', { ...mine, type: 'production', problem: needed('mine') }],
      [
        'sandbox',
        { apiUrl, filesUrl: 'ftp://f.test' },
        {
          ...sandbox,
          problem:
            'The setting paymentsApi.environments → sandbox → filesUrl was refused: an address begins with https:// and a host name.',
        },
      ],
    ] as const)
      assert.deepEqual(read(id, entry), expected);
    const local = { id: 'local', name: 'Local Sandbox', type: 'local' };
    assert.deepEqual(readEnvironments({})[0], local);
    assert.deepEqual(readEnvironments({}, addresses)[0], { ...local, addresses });
  });

  it('serve files from the origin of the API by default otherwise', () => {
    const [apiUrl, apiOrigin] = ['https://api.test/gateway/v1', 'https://api.test'];
    const { addresses } = read('sandbox', { apiUrl: `${apiUrl}/` });
    const origins = { filesUrl: apiOrigin, apiOrigin, filesOrigin: apiOrigin };
    assert.deepEqual(addresses, { apiUrl, ...origins, isFilesDefault: true });
    const filesUrl = 'https://files.test:8443';
    const other = read('sandbox', { apiUrl, filesUrl: `${filesUrl}/v1` });
    assert.deepEqual(other.addresses, { apiUrl, filesUrl, apiOrigin, filesOrigin: filesUrl });
  });

  it('cannot make a sandbox of production by the setting, nor by leaving the type out', () => {
    assert.equal(read('production', { type: 'sandbox', apiUrl: 'https://p.test' }).type, 'production');
    const own = read('mine', { apiUrl: 'https://m.test' });
    assert.equal(own.type, 'production');
    assert.match(own.problem ?? '', /paymentsApi\.environments → mine must state its type/);
    assert.equal(own.addresses, undefined);
  });

  it('ignore an entry for the Local Sandbox', () =>
    assert.equal(read('local', { apiUrl: 'https://evil.test' }).addresses, undefined));

  for (const [what, apiUrl, reason] of [
    ['plain http', 'http://api.test', /must use https/],
    ['a list', ['https://api.test'], /begins with https/],
  ] as const) {
    it(`refuse ${what}, naming the setting and the reason`, () => {
      const { problem, addresses } = read('sandbox', { apiUrl });
      assert.equal(addresses, undefined);
      assert.match(problem ?? '', /paymentsApi\.environments → sandbox → apiUrl/);
      assert.match(problem ?? '', reason);
    });
  }

  it('are shown as plain text: no line breaks, no change of direction, no 20,000 characters', () => {
    const { name, addresses } = read('mine', {
      type: 'sandbox',
      apiUrl: 'https://a.test',
      name: `A\n\u202e${'B'.repeat(20_000)}`,
    });
    assert.ok(name.startsWith('A B') && name.length <= 60 && addresses !== undefined, name);
    for (const id of ['a\u202eb', 'a\nb', ' a', 'x'.repeat(20_000)]) {
      const own = read(id, { type: 'sandbox', apiUrl: 'https://a.test' });
      assert.deepEqual([own.addresses, own.type], [undefined, 'production']);
      assert.match(own.problem ?? '', /^The setting [^\n\u202e]{1,100} has a name that cannot be shown/);
      assert.ok(own.name.length <= 60 && !/[\n\u202e]/.test(own.name));
    }
    const none = readEnvironments({ '': { type: 'sandbox', apiUrl: 'https://a.test' }, ' \u200b': {} });
    assert.equal(none.length, 3, 'an id that shows nothing cannot become active');
  });

  it('take a dashboard by the rules of an address, with whatever query and fragment, or say why not', () => {
    const dashboard = (dashboardUrl: unknown) => read('sandbox', { apiUrl: 'https://a.test', dashboardUrl });
    for (const url of ['https://d.test/x?a=b#/c', 'http://localhost/#@'])
      assert.equal(dashboard(` ${url}`).dashboardUrl, url);
    for (const [url, reason] of [
      ['http://d.test/x', 'must use https'],
      ['https://me:secret@d.test', 'user name'],
      ['javascript:alert(1)', 'begins with https'],
      [5, 'begins with https'],
    ] as const) {
      const { addresses, dashboardUrl, dashboardProblem } = dashboard(url);
      assert.ok(addresses !== undefined && dashboardUrl === undefined);
      assert.match(dashboardProblem ?? '', new RegExp(`sandbox → dashboardUrl was refused: .*${reason}`));
    }
  });

  it('can be read from any value without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything())), (setting) => {
        const all = readEnvironments(setting);
        const ids = all.map(({ id }) => id);
        assert.deepEqual(ids.slice(0, 3), ['local', 'sandbox', 'production']);
        assert.equal(new Set(ids).size, ids.length);
        assert.ok(all.every(({ addresses, problem }) => addresses === undefined || problem === undefined));
      }),
    );
  });
});
