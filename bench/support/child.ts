// Child processes of a harness, which exchange messages with it over their IPC channel.
import { type ChildProcess, fork } from "node:child_process";
import { z } from "zod";

export interface Child {
  /** Sends `content`, if any, and resolves with the child's next message; rejects where it has ended or ends before. */
  request: (content?: unknown) => Promise<unknown>;
  stop: () => void;
  /** Resolves when it has ended, with its exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it at once, as a crash does. */
  kill: () => void;
}

/** Starts a file of this folder. */
export function startChild(file: string, names: readonly string[] = []): Child {
  const child: ChildProcess = fork(new URL(file, import.meta.url), names, { serialization: "advanced" });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    ended,
    request: (content) =>
      new Promise((resolve, reject) => {
        // Also where it has ended before: its channel may still take what is sent.
        void ended.then((code) => reject(new Error(`${file} ended with ${code}`)));
        child.once("message", resolve);
        if (content === undefined) return;
        // Without a callback the error of a closed channel would end this process.
        child.send(typeof content === "object" && content !== null ? content : { content }, (error) => {
          if (error) reject(error);
        });
      }),
    /** Also where it has ended by itself. */
    stop: () => {
      if (child.connected) child.disconnect();
    },
    kill: () => child.kill("SIGKILL"),
  };
}

const listening = z.object({ port: z.number() });
const counted = z.object({ requests: z.number() });

/** Starts the API of `list-upstream.ts`. */
export async function startListUpstream() {
  const child = startChild("list-upstream.ts");
  return {
    url: `http://127.0.0.1:${listening.parse(await child.request()).port}`,
    requestCount: async () => counted.parse(await child.request("count")).requests,
    stop: child.stop,
  };
}

export type ListUpstream = Awaited<ReturnType<typeof startListUpstream>>;
