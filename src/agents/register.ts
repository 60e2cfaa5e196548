import * as vscode from 'vscode';
import { AGENT_TOOLS, type AgentTool } from './limits/toolNames';

/** The tools at work, loaded at the first call. */
export interface AgentTools {
  /** What the editor shows before and while a tool runs. Never throws. */
  prepare(tool: AgentTool, input: unknown): Promise<vscode.PreparedToolInvocation>;
  /** Runs a tool. Never throws: the result is the JSON of an outcome. */
  invoke(tool: AgentTool, input: unknown, token: vscode.CancellationToken): Promise<string>;
}

/** Registers every tool. */
export function registerAgentTools(load: () => Promise<AgentTools>): vscode.Disposable {
  return vscode.Disposable.from(
    ...AGENT_TOOLS.map((tool) =>
      vscode.lm.registerTool(tool, {
        async prepareInvocation({ input }) {
          return (await load()).prepare(tool, input);
        },
        async invoke({ input }, token) {
          const text = await (await load()).invoke(tool, input, token);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    ),
  );
}
