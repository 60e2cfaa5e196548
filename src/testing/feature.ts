import type * as vscode from 'vscode';
import { lazily } from '../util/lazily';
import { TestItems } from './testItems';
import { TestRun, type TestRunParts } from './testRun';

/** Request files as tests, and their runs. */
export class TestingFeature implements vscode.Disposable {
  readonly #parts: TestRunParts;
  #items: TestItems | undefined;
  /** Looks through the files of the workspace for the first time. */
  readonly #found = lazily(async () => this.#items?.find());

  constructor(parts: TestRunParts) {
    this.#parts = parts;
  }

  /** Gives the items below one; all files where it is undefined. */
  async resolve(controller: vscode.TestController, item: vscode.TestItem | undefined): Promise<void> {
    if (item === undefined) await this.#all(controller);
    else await this.#items?.unfold(item);
  }

  /** Runs what is asked for in an environment. Where nobody looked at the tests yet, they are looked for first. */
  async run(
    controller: vscode.TestController,
    request: vscode.TestRunRequest,
    environmentId: string,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const items = await this.#all(controller);
    await new TestRun(this.#parts, items, request).run(await items.chosen(request), environmentId, token);
  }

  dispose(): void {
    this.#items?.dispose();
  }

  /** The items, once all files were found. */
  async #all(controller: vscode.TestController): Promise<TestItems> {
    const items = (this.#items ??= new TestItems(controller));
    controller.refreshHandler = () => items.find();
    await this.#found.get();
    return items;
  }
}
