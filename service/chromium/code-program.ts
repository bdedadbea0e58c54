// Runs a client's code once against one browser, as a program of its instance that in addition may read only its library
// and its own folders and may start no process. File descriptor 4 has the job and takes the outcome, 5 is a DevTools
// connection: both outputs belong to the code.
import { readFileSync, writeSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { Socket } from "node:net";
import { inspect } from "node:util";
import { z } from "zod";
import { connectOverMessages } from "./driver.ts";
import { MessageSplitter } from "./message-splitter.ts";

const jobDescriptor = 4;
const devtoolsDescriptor = 5;
const job = z.object({ code: z.string() });

type Body = (page: unknown, context: unknown, browser: unknown) => Promise<unknown>;

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
  for (let at = 0; at < bytes.length; ) at += writeSync(jobDescriptor, bytes, at);
}

/** The session's browser, over messages that end with a zero byte. */
async function connect() {
  const socket = new Socket({ fd: devtoolsDescriptor, readable: true, writable: true });
  return await connectOverMessages(({ receive, closed }) => {
    // Each in a turn of the event loop of its own, as the automation library expects of a connection.
    const splitter = new MessageSplitter((message) => setImmediate(() => receive(message.toString())));
    socket.on("data", (chunk) => splitter.push(chunk));
    socket.on("error", () => undefined);
    socket.once("close", closed);
    return { send: (message) => void socket.write(`${message}\0`), close: () => void socket.destroy() };
  });
}

async function run(): Promise<void> {
  const { code } = job.parse(JSON.parse(readFileSync(jobDescriptor, "utf8")));
  const body = compile(code);
  const { browser, page } = await connect();
  const result = await body(page, page.context(), browser);
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
