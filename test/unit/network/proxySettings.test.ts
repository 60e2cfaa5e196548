import assert from 'node:assert/strict';
import fc from 'fast-check';
import { proxyOptions } from '../../../src/network/proxySettings';

describe('the proxy', () => {
  it('is none when nobody names one, whatever else is set', () =>
    assert.deepEqual(proxyOptions({ noProxy: ['a.test'], proxyAuthorization: 'Basic x' }, {}), {}));

  it('is that of the settings before that of the environment', () => {
    const { proxy } = proxyOptions({ proxy: ' http://set.test:1 ' }, { HTTPS_PROXY: 'http://env.test' });
    assert.equal(proxy, 'http://set.test:1');
  });

  it('is the first of the environment that is not empty: for https before http, upper case before lower', () => {
    const variables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
    const env = Object.fromEntries(variables.map((name) => [name, `http://${name}`]));
    for (const name of variables) {
      assert.equal(proxyOptions({}, env).proxy, `http://${name}`);
      env[name] = ' ';
    }
    assert.deepEqual(proxyOptions({}, env), {});
  });

  it('is left out for the hosts of the setting and of the environment', () => {
    const settings = { proxy: 'http://p', noProxy: ['a.test', 'b.test, c.test', 7] };
    const { noProxy } = proxyOptions(settings, { no_proxy: 'd.test e.test' });
    assert.equal(noProxy, 'a.test,b.test,c.test,d.test,e.test');
  });

  it('is not used when the settings of the editor exclude extensions', () => {
    const settings = { proxySupport: 'off', proxy: 'http://p' };
    assert.deepEqual(proxyOptions(settings, { HTTP_PROXY: 'http://q' }), {});
  });

  it('has its certificate checked unless the setting is exactly false', () => {
    assert.equal(proxyOptions({ proxy: 'https://p', proxyStrictSSL: false }, {}).proxyStrictSSL, false);
    for (const proxyStrictSSL of [true, undefined, 0, 'false', null]) {
      assert.ok(!('proxyStrictSSL' in proxyOptions({ proxy: 'https://p', proxyStrictSSL }, {})));
    }
  });

  it('can be read from any values', () => {
    const keys = { proxySupport: fc.anything(), proxy: fc.anything(), noProxy: fc.anything() };
    fc.assert(
      fc.property(fc.record(keys), (settings) => {
        for (const value of Object.values(proxyOptions(settings, {}))) assert.equal(typeof value, 'string');
      }),
    );
  });
});
