// One run of a client's code against one browser, in a process of its own that may read its library and its own
// folder and start nothing. What to do comes on standard input; how it went leaves on the fourth channel, so that
// both outputs are the code's own.
import { writeSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { inspect } from "node:util";
import { z } from "zod";
import { connectOverCdp } from "./driver.ts";

const outcomeChannel = 3;
const job = z.object({ url: z.string(), code: z.string() });

type Body = (page: unknown, context: unknown, browser: unknown) => Promise<unknown>;

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function compiled(code: string): Body {
  const source = `async (page, context, browser) => {\n${code}\n}`;
  let script: string;
  try {
    script = stripTypeScriptTypes(source);
  } catch {
    // No TypeScript that can be read: whatever is wrong is told by the engine itself.
    script = source;
  }
  const made: unknown = new Function(`return (${script})`)();
  if (typeof made !== "function") throw new SyntaxError("the code is not the body of a function");
  return async (...given) => await made(...given);
}

function tell(outcome: object): void {
  const bytes = Buffer.from(JSON.stringify(outcome));
  for (let at = 0; at < bytes.length; ) at += writeSync(outcomeChannel, bytes, at);
}

async function run(): Promise<void> {
  const { url, code } = job.parse(JSON.parse(await readInput()));
  const body = compiled(code);
  const driven = await connectOverCdp(url);
  const result = await body(driven.page, driven.page.context(), driven.browser);
  let text: string | undefined;
  try {
    text = JSON.stringify(result);
  } catch (error) {
    throw new TypeError(`the result cannot be told as JSON: ${inspect(error)}`);
  }
  tell({ success: true, ...(text === undefined ? {} : { result: JSON.parse(text) }) });
}

try {
  await run();
} catch (error) {
  tell({
    success: false,
    error: error instanceof Error ? `${error.name}: ${error.message}` : inspect(error),
  });
}
process.exit(0);
