import { operations } from "../../lib/contract/operations/operations.ts";
import { playwrightTimeoutSeconds } from "../../lib/contract/playwright.ts";
import { runCode } from "../chromium/code-run.ts";
import { type Implementation, implement } from "../http/route.ts";
import { unlessAborted } from "../kernel/on-abort.ts";
import { tooMany } from "../kernel/problem.ts";
import { whileHeld } from "./live-sessions.ts";
import { onPaths } from "./path-problems.ts";
import type { Sessions } from "./sessions.ts";

// Each runs in a process of its own with up to a few hundred megabytes.
const maxConcurrent = 8;
const retryAfterSeconds = 2;

/** Execution of a client's Playwright code against a session. */
export function playwrightRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  let running = 0;
  return [
    implement(operations.executePlaywright, async ({ params, body, signal }) => {
      const session = sessions.living(params.id);
      if (running >= maxConcurrent) {
        throw tooMany(`${maxConcurrent} pieces of code are running already; wait for one`, retryAfterSeconds);
      }
      running += 1;
      const timeoutMs = (body.timeout_sec ?? playwrightTimeoutSeconds.standard) * 1000;
      const timeLimit = AbortSignal.timeout(timeoutMs);
      // Running code counts as a client: the session does not time out.
      const disconnect = session.connect();
      try {
        const outcome = await whileHeld(session, async (check) => {
          await unlessAborted(timeLimit, session.ready);
          check();
          return await onPaths(() =>
            runCode({
              code: body.code,
              instance: session.instance,
              open: session.chromium.pipe.open,
              timeoutMs,
              timeLimit,
              signal: AbortSignal.any([signal, session.holding]),
            }),
          );
        });
        return { status: 200, body: outcome };
      } finally {
        disconnect();
        running -= 1;
      }
    }),
  ];
}
