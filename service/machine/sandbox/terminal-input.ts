// Input of a terminal's program. node-pty's own `write` ends in a system call that is repeated until all is taken, as libuv
// cannot open the service's side of a terminal again for writes that wait: a program that does not read, or waits until its
// output is read, would stop the service. So this writes what the terminal takes at once, and the rest later.
import { writeSync } from "node:fs";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { ReadStream } from "node:tty";
import { SerialQueue } from "../../kernel/serial-queue.ts";
import { systemErrorCode } from "../../kernel/system-error.ts";

/** Nothing tells when a terminal takes more. */
const retryMs = 20;

/** The returned function writes in the order of its calls; it resolves when all is taken, rejects when the terminal closes. */
export function inputOf(terminal: object): (data: Buffer) => Promise<void> {
  const stream: unknown = Reflect.get(terminal, "_socket");
  const fd: unknown = Reflect.get(terminal, "fd");
  if (!(stream instanceof ReadStream) || typeof fd !== "number")
    throw new Error("not a terminal of node-pty");
  const turns = new SerialQueue();
  return async (data) =>
    await turns.take(async () => {
      for (let rest = data; rest.length > 0; ) {
        // From then on the number may be that of another file.
        if (stream.destroyed) throw new Error("closed");
        const taken = take(fd, rest);
        rest = rest.subarray(taken);
        await (taken === 0 ? sleep(retryMs) : turn());
      }
    });
}

/** Writes what the terminal takes at once; returns the number of bytes. */
function take(fd: number, data: Buffer): number {
  try {
    return writeSync(fd, data);
  } catch (error) {
    if (systemErrorCode(error) === "EAGAIN") return 0;
    throw error;
  }
}
