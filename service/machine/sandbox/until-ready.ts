import type { ChildProcess } from "node:child_process";
import { Readable } from "node:stream";

const readyWithinMs = 20_000;

/**
 * Resolves when `output` of a started program has its first bytes. Rejects with what the program has written to stderr when it
 * ends before, and when it takes longer than 20 s. `what` it makes: `the network`.
 */
export async function untilReady(child: ChildProcess, output: unknown, what: string): Promise<void> {
  let errors = "";
  child.stderr?.on("data", (data: Buffer) => {
    errors = (errors + data.toString()).slice(-2000);
  });
  const done = Promise.withResolvers<void>();
  child.once("error", done.reject);
  child.once("close", () => done.reject(new Error(errors.trim() || `${what} could not be made`)));
  if (output instanceof Readable) output.once("data", () => done.resolve());
  const timer = setTimeout(
    () => done.reject(new Error(`${what} could not be made within ${readyWithinMs / 1000} s`)),
    readyWithinMs,
  );
  await done.promise.finally(() => clearTimeout(timer));
}
