// Programs of a harness that run beside it and are asked over their channel.
import { type ChildProcess, fork } from "node:child_process";

export interface Child {
  /** The next thing it says, after `words` where they are given. */
  ask: (words?: unknown) => Promise<unknown>;
  stop: () => void;
}

/** Starts a file of this folder. */
export function startChild(file: string): Child {
  const child: ChildProcess = fork(new URL(file, import.meta.url));
  return {
    ask: (words) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`${file} ended with ${code}`));
        child.once("exit", ended);
        child.once("message", (message) => {
          child.off("exit", ended);
          resolve(message);
        });
        if (words !== undefined) child.send(typeof words === "object" && words !== null ? words : { words });
      }),
    stop: () => child.disconnect(),
  };
}
