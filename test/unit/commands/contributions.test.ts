import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
  readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly walkthroughs: readonly {
    readonly steps: readonly {
      readonly description: string;
      readonly media: { readonly image: string; readonly altText: string };
      readonly completionEvents: readonly string[];
      readonly when?: string;
    }[];
  }[];
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: Contributions };
const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
/** An English text of the manifest, which holds its id. */
const text = (id: string) => texts[id.slice(1, -1)] ?? '';

describe('the manifest', () => {
  it('keeps every setting out of reach of a workspace', () => {
    for (const [key, { scope }] of Object.entries(contributes.configuration.properties))
      assert.equal(scope, 'application', key);
  });

  it('has the views of the contract', () => {
    const ids = contributes.views['paymentsApi']?.map(({ id }) => id.replace('paymentsApi.', ''));
    assert.deepEqual(ids, ['files', 'operations', 'requests', 'environments']);
  });

  it('offers no top-up where the environment is production', () => {
    const entries = Object.values(contributes.menus)
      .flat()
      .filter(({ command }) => command === 'paymentsApi.topUpSandbox');
    assert.ok(entries.length > 0);
    for (const { when } of entries) assert.match(when ?? '', /!= 'production'|\(local\|sandbox\)/);
  });

  it('leads through the first minute with commands and pictures that there are', () => {
    const declared = new Set(contributes.commands.map(({ command }) => command));
    const contexts = ['paymentsApi.hasFiles', 'paymentsApi.hasShownDetails'];
    const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.equal(steps.length, 7);
    for (const { description, media, completionEvents, when } of steps) {
      const [command = ''] = /(?<=\(command:)[^)?]+/.exec(text(description)) ?? [];
      assert.ok(declared.has(command), description);
      assert.equal(command === 'paymentsApi.topUpSandbox', when?.includes("!= 'production'") ?? false);
      for (const event of completionEvents) {
        const [kind, name = ''] = event.split(':');
        assert.ok(kind === 'onContext' ? contexts.includes(name) : declared.has(name), event);
        // The button in a title has an id of its own.
        assert.ok(!declared.has(`${name}.inTitle`) || completionEvents.includes(`${event}.inTitle`), event);
      }
      assert.ok(existsSync(media.image), media.image);
      assert.match(text(media.altText), /^[A-Z].*\.$/);
    }
  });
});
