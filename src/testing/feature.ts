import * as vscode from 'vscode';
import { environmentTitle } from '../ui/progress';
import { TestItems } from './testItems';
import { TestRun, type TestRunParts } from './testRun';

/** Request files as tests, each environment a run profile. */
export class TestingFeature implements vscode.Disposable {
  readonly #parts: TestRunParts;
  readonly #profiles = new Map<string, vscode.TestRunProfile>();
  readonly #subscriptions: { dispose(): unknown }[] = [];
  #items: TestItems | undefined;

  constructor(parts: TestRunParts) {
    this.#parts = parts;
  }

  /** Gives the items below one; all files where it is undefined. */
  async resolve(controller: vscode.TestController, item: vscode.TestItem | undefined): Promise<void> {
    if (item === undefined) await this.#begin(controller).find();
    else await this.#items?.unfold(item);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #begin(controller: vscode.TestController): TestItems {
    if (this.#items !== undefined) return this.#items;
    const { environments } = this.#parts.services;
    const items = new TestItems(controller);
    this.#items = items;
    controller.refreshHandler = async () => {
      await items.find();
    };
    const update = () => {
      this.#updateProfiles(controller, items);
    };
    update();
    this.#subscriptions.push(items, environments.onDidChange(update));
    return items;
  }

  /** One for each environment; the active one is that of the button. */
  #updateProfiles(controller: vscode.TestController, items: TestItems): void {
    const { all, active } = this.#parts.services.environments;
    for (const [id, profile] of this.#profiles) {
      if (all.some((environment) => environment.id === id)) continue;
      profile.dispose();
      this.#profiles.delete(id);
    }
    for (const environment of all) {
      const { id } = environment;
      const isDefault = id === active.id;
      const known = this.#profiles.get(id);
      if (known === undefined) {
        const profile = controller.createRunProfile(
          environmentTitle(environment),
          vscode.TestRunProfileKind.Run,
          async (request, token) =>
            new TestRun(this.#parts, items, request).run(await items.chosen(request), id, token),
          isDefault,
        );
        this.#profiles.set(id, profile);
      } else {
        known.label = environmentTitle(environment);
        known.isDefault = isDefault;
      }
    }
  }
}
