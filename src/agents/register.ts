import * as vscode from 'vscode';
import type { AgentTool } from './limits/inputs';

/** The tools at work, loaded at the first call. */
export interface AgentTools {
  /** What the editor shows before and while a tool runs. Never throws. */
  prepare(tool: AgentTool, input: unknown): Promise<vscode.PreparedToolInvocation>;
  /** Runs a tool. Never throws: the result is the JSON of an outcome. */
  invoke(tool: AgentTool, input: unknown, token: vscode.CancellationToken): Promise<string>;
}

/** What the editor read of package.json. */
interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: AgentTool }[] };
}

/** Registers every tool of the manifest. @param packageJson the manifest, so that no second list of names is loaded */
export function registerAgentTools(packageJson: unknown, load: () => Promise<AgentTools>): vscode.Disposable {
  const { languageModelTools } = (packageJson as Manifest).contributes;
  return vscode.Disposable.from(
    ...languageModelTools.map(({ name }) =>
      vscode.lm.registerTool(name, {
        async prepareInvocation({ input }) {
          return (await load()).prepare(name, input);
        },
        async invoke({ input }, token) {
          const text = await (await load()).invoke(name, input, token);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    ),
  );
}
