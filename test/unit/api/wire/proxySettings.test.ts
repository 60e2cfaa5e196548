import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bypassesProxy, readProxy, shownProxy } from '../../../../src/api/wire/proxy';
import { anyUrl } from '../../../support/properties';

describe('Proxy settings', () => {
  const cases: [string, string, boolean][] = [
    ['', 'https://a.example', false],
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.Example.', 'https://a.example', true],
    ['.example', 'https://a.example', true],
    ['*.a.example', 'https://a.example', false],
    ['*.a.example', 'https://b.a.example', true],
    ['.example', 'https://example', true],
    ['ample', 'https://a.example', false],
    ['a.example:8443', 'https://a.example', false],
    ['*:80', 'http://localhost', true],
    ['b,  a.example', 'https://a.example', true],
    ['[::1]:8080', 'http://[::1]:8080', true],
    ['::1', 'http://[::1]', true],
    ['[::1]:80', 'http://[::1]:8080', false],
  ];
  for (const [noProxy, url, expected] of cases) {
    it(`"${noProxy}" ${expected ? 'passes' : 'does not pass'} the proxy by for ${url}`, () =>
      assert.equal(bypassesProxy(noProxy, new URL(url)), expected));
  }

  it('that are missing or wrong pass nothing by', () => {
    const url = new URL('https://a.example');
    for (const noProxy of [undefined, ' , ', ':443', 'a.example:x', 'a.example:44x', 'a.example:x443'])
      assert.equal(bypassesProxy(noProxy, url), false, noProxy);
    assert.equal(bypassesProxy(' a.example:443 ', url), true);
  });

  it('give an address, a name and a header, whatever white space is around them', () => {
    const basic = (login: string) => ({ 'proxy-authorization': `Basic ${btoa(login)}` });
    const proxies = {
      ' http://p.example:1 ': { origin: 'http://p.example:1', name: 'p.example:1', headers: {} },
      'p.example:3/x://y': { origin: 'http://p.example:3', name: 'p.example:3', headers: {} },
      'HTTPS://p.example/': { origin: 'https://p.example', name: 'p.example', headers: {} },
      'http://us%20er:p%40ss@p.example': {
        origin: 'http://p.example',
        name: 'p.example',
        headers: basic('us er:p@ss'),
      },
      'http://u@p.example': { origin: 'http://p.example', name: 'p.example', headers: basic('u:') },
    };
    for (const [proxy, read] of Object.entries(proxies)) assert.deepEqual(readProxy({ proxy }), read, proxy);
    const proxy = 'http://u:p@p.example';
    assert.deepEqual(readProxy({ proxy, proxyAuthorization: ' Basic x ' })?.headers, {
      'proxy-authorization': 'Basic x',
    });
    assert.deepEqual(readProxy({ proxy, proxyAuthorization: ' ' })?.headers, basic('u:p'));
    const slashes = ['/w@p.example', '?w@p.example', '#w%40p.example'].map((rest) => `http://u:1${rest}`);
    for (const none of [undefined, '', ' ', 'xhttp://p.example', 'socks5://p.example', ...slashes]) {
      assert.equal(readProxy(none === undefined ? {} : { proxy: none }), undefined, none);
    }
  });

  it('are shown by how they begin, where they are no address of a proxy', () => {
    const shown = {
      ' socks5://u:p@h ': 'socks5://…',
      'A1+.-://u:p@h': 'A1+.-://…',
      'x socks5://u': '…',
      '5ocks://u': '…',
      [`${'a'.repeat(22)}://u`]: '…',
      'u:p@h': '…',
    };
    for (const [address, text] of Object.entries(shown)) assert.equal(shownProxy(address), text);
  });

  it('are read or refused, never a reason to throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyUrl()), fc.string(), (proxy, noProxy) => {
        const read = readProxy({ proxy });
        assert.ok(read === undefined || /^https?:\/\//.test(read.origin));
        bypassesProxy(noProxy, new URL('https://a.example'));
      }),
    );
  });
});
