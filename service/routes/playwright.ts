import { operations } from "../../lib/contract/operations.ts";
import { playwrightTimeoutSeconds } from "../../lib/contract/playwright.ts";
import { runCode } from "../chromium/code-run.ts";
import { tooMany } from "../domain/problem.ts";
import type { Sessions } from "../domain/sessions.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement } from "./route.ts";

// Each is a process of its own with up to some hundred megabytes.
const maxAtOnce = 8;
const retryAfterSeconds = 2;

export function playwrightRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  let running = 0;
  return [
    implement(operations.executePlaywright, async ({ params, body, signal }) => {
      const session = sessions.find(params.id);
      if (!session) throw unknownSession(params.id);
      if (running >= maxAtOnce) {
        throw tooMany(`${maxAtOnce} pieces of code are running already; wait for one`, retryAfterSeconds);
      }
      running += 1;
      // As long as the code runs somebody is connected.
      const disconnect = session.connect();
      try {
        await session.ready;
        const { port, path } = session.chromium.endpoint;
        const { home, tmp } = session.instance.paths;
        const outcome = await runCode({
          code: body.code,
          url: `ws://127.0.0.1:${port}${path}`,
          timeoutMs: (body.timeout_sec ?? playwrightTimeoutSeconds.standard) * 1000,
          home,
          tmp,
          signal: AbortSignal.any([signal, session.holding]),
        });
        return { status: 200, body: outcome };
      } finally {
        disconnect();
        running -= 1;
      }
    }),
  ];
}
