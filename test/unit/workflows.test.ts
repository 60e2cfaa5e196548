import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';

// actionlint, a part of `npm run lint`, knows the rest.

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

describe('Workflows', () => {
  for (const file of globSync('.github/workflows/*.yml')) {
    const { jobs } = load(readFileSync(file, 'utf8')) as {
      readonly jobs: Readonly<Record<string, { readonly steps?: readonly Step[] }>>;
    };
    const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

    it(`name actions by their full commit: ${file}`, () => {
      const loose = steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses));
      assert.deepEqual(loose, []);
    });

    it(`run nothing but one npm script in each step: ${file}`, () => {
      const others = steps
        .flatMap(({ run }) => run ?? [])
        .filter((run) => {
          const [, script = ''] =
            /^(?:xvfb-run -a )?npm (?:run )?([\w:]+)[^\n;&|]*$/.exec(run.replace(/\$\{\{.*?\}\}/g, '')) ?? [];
          return !(script === 'ci' || script in scripts);
        });
      assert.deepEqual(others, []);
    });
  }

  it('and the other files of the repository can be read', () => {
    for (const file of globSync('.github/**/*.yml')) assert.ok(load(readFileSync(file, 'utf8')), file);
  });
});
