import * as vscode from 'vscode';
import type { TestingFeature } from './feature';

/**
 * Registers the tests of the workspace, which are loaded when the Testing view asks for them. A workspace that is not
 * trusted has none: its request files are not sent.
 */
export function registerTesting(load: () => Promise<TestingFeature>): vscode.Disposable {
  let controller: vscode.TestController | undefined;
  const begin = () => {
    const made = vscode.tests.createTestController('paymentsApi', 'Payments API');
    made.resolveHandler = async (item) => (await load()).resolve(made, item);
    controller = made;
  };
  if (vscode.workspace.isTrusted) begin();
  return vscode.Disposable.from(vscode.workspace.onDidGrantWorkspaceTrust(begin), {
    dispose: () => controller?.dispose(),
  });
}
