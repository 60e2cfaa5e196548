import assert from 'node:assert/strict';
import type { Exchange, ExchangeRequest, HeaderList } from '../../../../src/api/model/exchange';
import {
  hidden,
  planAgain,
  planAnywhere,
  refuseImported,
  writtenAs,
} from '../../../../src/requests/plan/resend';
import type { RequestPlan } from '../../../../src/api/model/requestPlan';
import { environmentAt } from '../../../support/services';
import { exchange, uploadRequest } from '../exchanges';

const HERE = 'https://a.test';
const at = (url: string, about: Parameters<typeof environmentAt>[1] & { identity?: string } = {}) => ({
  ...environmentAt(url, about),
  identity: about.identity ?? 'one',
  keyMark: '',
});
/** The environment of two hosts, as that of the interface: the files have one of their own. */
const twoHosts = {
  ...at(HERE),
  addresses: { ...at(`${HERE}/gateway`).addresses, filesUrl: 'https://files.test' },
};
const sentTo = (url: string, more: Partial<Exchange> = {}) => exchange({ url, identity: 'one', ...more });
const sent = sentTo(`${HERE}/v1/things?x=1`);
const withRequest = (request: Partial<ExchangeRequest>) =>
  sentTo(`${HERE}/v1/things`, { method: 'POST', request: { headers: [], ...request } });
const shown = ({ method, service, target }: RequestPlan) => [method, service, target];

describe('a request that is to be sent again', () => {
  for (const [what, one, environment, expected] of [
    [
      'the host of its files',
      sentTo('https://files.test/v1/files/f_1?a=%20', { service: 'files' }),
      twoHosts,
      ['files', '/files/f_1?a=%20'],
    ],
    [
      'the address below a gateway',
      sentTo(`${HERE}/gateway/v1/v2/x`, { service: 'api' }),
      twoHosts,
      ['api', '/v2/x'],
    ],
    [
      'the files, also where all is at one address',
      sentTo(`${HERE}/v1/files/x`, { service: 'files' }),
      at(HERE),
      ['files', '/files/x'],
    ],
    ['the files, where nothing says which', sentTo('https://files.test/v1/x'), twoHosts, ['files', '/x']],
    [
      'the Local Sandbox, at the port that it has now',
      sentTo('http://127.0.0.1:1/v1/x'),
      at('http://127.0.0.1:2', { type: 'local' }),
      ['api', '/x'],
    ],
    ['its account, also where none was kept', exchange({ url: `${HERE}/v1/x` }), at(HERE), ['api', '/x']],
  ] as const)
    it(`goes to ${what}`, () => assert.deepEqual(shown(planAgain(one, environment)), ['GET', ...expected]));

  const moved = (now: string) =>
    `This request was sent to ${HERE}/v1/things, but Sandbox is now at ${now}. Nothing was sent.`;
  for (const [what, one, environment, message] of [
    ['address', sent, at('https://b.test'), moved('https://b.test/v1')],
    ['path', sent, at(`${HERE}/gateway`), moved(`${HERE}/gateway/v1`)],
    ['address of its files', { ...sent, service: 'files' }, twoHosts, moved('https://files.test')],
    [
      'address that cannot be read',
      { ...sent, url: '/v1/things' },
      at(HERE),
      /^This request was sent to \/v1\/things,/,
    ],
    [
      'account',
      sent,
      at(HERE, { identity: 'other' }),
      'This request was sent to another account than the one Sandbox leads to now. Nothing was sent. Check the addresses of the environment, or send it as a new request.',
    ],
  ] as const)
    it(`is not sent to another ${what} that its environment leads to by now`, () => {
      assert.throws(() => planAgain(one, environment), {
        kind: 'configuration',
        environment: 'sandbox',
        message,
      });
    });

  it('has a limit out of range only where a person sends it', () => {
    const odd = sentTo(`${HERE}/v1/things?limit=500`);
    assert.equal(planAgain(odd, at(HERE), true).target, '/things?limit=500');
    assert.throws(() => planAgain(odd, at(HERE)), { kind: 'preflight' });
  });

  it('can be edited for where its environment is now', () => {
    const targetOf = (url: string) =>
      planAnywhere(sentTo(url, { service: 'api' }), at('https://b.test/v1/base')).target;
    assert.equal(targetOf('https://b.test/v1/base/v1/v2/x?limit=500'), '/v2/x?limit=500');
    assert.equal(
      targetOf(`${HERE}/gateway/v1/things?limit=500&u=https://x.test`),
      '/things?limit=500&u=https://x.test',
    );
    assert.equal(targetOf('/v1/things'), '/things');
    assert.equal(targetOf(`${HERE}/old/things`), '/old/things');
  });

  for (const [what, one, message] of [
    [
      'a download',
      sentTo(`${HERE}/v1/x`, { operation: 'content' }),
      'Download links are not kept. Open the content from the details of its file.',
    ],
    [
      'an upload',
      withRequest(uploadRequest('a.pdf')),
      'The content of uploads is not kept. Upload the file again instead.',
    ],
    [
      'one whose body came from files',
      withRequest({ altered: 'files', body: { kind: 'json', text: '{}' } }),
      'The body of this request comes from files. Send it again from the .http file it came from.',
    ],
    [
      'one with parts that are not kept',
      withRequest({ altered: 'redacted', headers: [['X-Key', '••••']], body: { kind: 'json', text: '{}' } }),
      hidden(['the header X-Key']).message,
    ],
  ] as const)
    it(`is not ${what}`, () => assert.throws(() => planAgain(one, at(HERE)), { kind: 'preflight', message }));

  it('names what is missing where it was not kept as it was sent', () => {
    assert.equal(
      hidden(['the address', 'the body']).message,
      'This request was not kept as it was sent. Missing: the address, the body. So it cannot be sent, edited or copied as it was. Nothing was sent. Write it again with the missing values in place.',
    );
  });

  it('has its body and the headers of its caller, and none that were made for it', () => {
    const made: HeaderList = [
      ['Authorization', 'ApiKey ••••'],
      ['Accept', 'application/json'],
      ['User-Agent', 'us'],
    ];
    const own: HeaderList = [
      ['Accept', 'text/csv'],
      ['X-A', 'b'],
    ];
    const body = { kind: 'json', text: '{"name":"é"}' } as const;
    // Those of a HAR file do not say which ones were made.
    for (const count of [{ made: 3 }, {}]) {
      const plan = planAgain(withRequest({ headers: [...made, ...own], ...count, body }), at(HERE));
      assert.deepEqual(plan.headers, own);
      assert.equal(Buffer.from(plan.body?.bytes ?? []).toString(), body.text);
      const { method, service, target } = plan;
      assert.deepEqual(writtenAs(plan), { method, service, target, headers: own, body: body.text });
    }
    assert.equal(writtenAs(planAgain(sent, at(HERE))).body, undefined);
    const asMade = [...made, ['User-Agent', 'again'] as const];
    assert.deepEqual(planAgain(withRequest({ headers: asMade, made: 3 }), at(HERE)).headers, [
      ['User-Agent', 'again'],
    ]);
  });

  it('comes from this computer, and not from a HAR file', () => {
    refuseImported(exchange());
    assert.throws(() => refuseImported(exchange({ id: 'har-1' })), {
      kind: 'not-found',
      message: 'This request comes from a HAR file. You can view it, but not send it.',
    });
  });
});
