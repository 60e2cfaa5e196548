import assert from 'node:assert/strict';
import { preflightFile, type FileFacts } from '../../../../src/files/check/fileRules';

const good: FileFacts = { name: 'bill.pdf', kind: 'file', size: 1000, type: 'pdf' };
function message(facts: Partial<FileFacts>): string {
  const { rejection, warnings } = preflightFile({ ...good, ...facts });
  assert.equal(rejection?.kind, 'preflight');
  assert.deepEqual(warnings, []);
  return rejection.message.replace(/[\u2068\u2069]/g, '');
}
const warnings = (facts: Partial<FileFacts>) => {
  const result = preflightFile({ ...good, ...facts });
  assert.equal(result.rejection, undefined);
  return result.warnings;
};

describe('Preflight of a file', () => {
  it('names a file whose name is long or hostile in a message that can be read', () => {
    const name = `${'x'.repeat(20_000)}.pdf`;
    assert.ok(message({ name, kind: 'missing' }).length < 200);
    assert.ok((warnings({ name, type: 'png' })[0]?.length ?? 0) < 500);
    const text = message({ name: 'a\u202efdp.exe\u001b[31m\n.pdf', size: 0 });
    assert.equal(text, 'afdp.exe .pdf is empty. Choose a file that has content.');
  });

  it('refuses what cannot be sent, and says why', () => {
    assert.match(message({ kind: 'missing' }), /^bill\.pdf no longer exists/);
    assert.match(message({ kind: 'directory' }), /is a folder/);
    assert.match(message({ kind: 'overfull' }), /more files than can be uploaded/);
    const unreadable = { kind: 'unreadable', reason: 'permission denied.' } as const;
    assert.match(message(unreadable), /could not be read: permission denied\. Check/);
    assert.match(message({ size: 0 }), /is empty/);
    const untyped = { name: good.name, kind: 'file', size: good.size } as const;
    const refused = preflightFile({ ...untyped, looksLike: 'an HTML page' }).rejection;
    assert.match(refused?.message ?? '', /It looks like an HTML page\.$/);
    assert.match(preflightFile(untyped).rejection?.message ?? '', /none of these/);
  });

  it('draws the two lines of 5 MB to the byte', () => {
    assert.deepEqual(warnings({ size: 5_000_000 }), []);
    assert.match(warnings({ size: 5_000_001 }).join(), /5,000,001 bytes/);
    assert.match(warnings({ size: 5_242_880 }).join(), /may refuse/);
    assert.match(message({ size: 5_242_881 }), /5,242,881 bytes.*at most 5,242,880/);
  });

  it('warns of a name that disagrees with the content, whatever the letter case', () => {
    assert.deepEqual(warnings({ name: 'BILL.PDF' }), []);
    for (const name of ['photo.JpEg', 'photo.JPG']) assert.deepEqual(warnings({ name, type: 'jpeg' }), []);
    for (const [type, words] of [
      ['png', 'a PNG image'],
      ['jpeg', 'a JPEG image'],
      ['pdf', 'a PDF document'],
      ['docx', 'a Word document (.docx)'],
    ] as const) {
      const said = warnings({ name: 'photo.gif', type }).join();
      assert.ok(said.includes(`.gif\u2069 does not say so, but its content is ${words}. It is sent`), said);
    }
    assert.match(warnings({ name: '.pdf' }).join(), /does not say so/);
  });
});
