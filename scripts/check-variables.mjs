/** Checks the variables of both programs before anything is built: a bad one is known in seconds, not minutes. */
import { fileURLToPath } from "node:url";
import { PlainStop } from "./plain-stop.mjs";
import { runCommand } from "./run-command.mjs";

const reader = fileURLToPath(new URL("read-variables.mjs", import.meta.url));

/**
 * @param {"service" | "dashboard"} program
 * @param {{ nodePath: string, env: Record<string, string | undefined>, asked?: AbortSignal }} options `env` is what the
 *   program will get
 * @throws PlainStop with one line that names every bad variable and what to do
 */
export async function checkVariables(program, { nodePath, env, asked }) {
  const { ok, output, how } = await runCommand(nodePath, [reader, program], {
    env,
    timeoutMs: 60_000,
    asked,
  });
  if (ok) return;
  throw new PlainStop(`${program}: ${output.trim().split("\n").join("; ") || how}`);
}
