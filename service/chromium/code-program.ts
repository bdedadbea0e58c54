// Runs a client's code once against one browser, in a process that may read only its library and its own folder and
// may start no process. The job is read from standard input, the outcome written to file descriptor 3, so that both
// outputs belong to the code.
import { writeSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { inspect } from "node:util";
import { z } from "zod";
import { connectOverCdp } from "./driver.ts";

const outcomeDescriptor = 3;
const job = z.object({ url: z.string(), code: z.string() });

type Body = (page: unknown, context: unknown, browser: unknown) => Promise<unknown>;

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function compile(code: string): Body {
  const source = `async (page, context, browser) => {\n${code}\n}`;
  let script: string;
  try {
    script = stripTypeScriptTypes(source);
  } catch {
    // Not valid TypeScript: the engine reports the error below.
    script = source;
  }
  const value: unknown = new Function(`return (${script})`)();
  if (typeof value !== "function") throw new SyntaxError("the code is not the body of a function");
  return async (...args) => await value(...args);
}

function sendOutcome(outcome: object): void {
  const bytes = Buffer.from(JSON.stringify(outcome));
  for (let at = 0; at < bytes.length; ) at += writeSync(outcomeDescriptor, bytes, at);
}

async function run(): Promise<void> {
  const { url, code } = job.parse(JSON.parse(await readInput()));
  const body = compile(code);
  const connected = await connectOverCdp(url);
  const result = await body(connected.page, connected.page.context(), connected.browser);
  let text: string | undefined;
  try {
    text = JSON.stringify(result);
  } catch (error) {
    throw new TypeError(`the result cannot be written as JSON: ${inspect(error)}`);
  }
  sendOutcome({ success: true, ...(text === undefined ? {} : { result: JSON.parse(text) }) });
}

try {
  await run();
} catch (error) {
  sendOutcome({
    success: false,
    error: error instanceof Error ? `${error.name}: ${error.message}` : inspect(error),
  });
}
process.exit(0);
