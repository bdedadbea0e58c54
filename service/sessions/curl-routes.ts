import { curlTimeoutMs } from "../../lib/contract/curl.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { BrowserRequestFailed, requestByBrowser } from "../chromium/browser-request.ts";
import { DevToolsError } from "../chromium/devtools.ts";
import { type Implementation, implement } from "../http/route.ts";
import { invalidInput, Problem, tooMany } from "../kernel/problem.ts";
import { whileHeld } from "./live-sessions.ts";
import type { Sessions } from "./sessions.ts";

// Each takes a renderer of its own, and the body of a response is in memory.
const maxConcurrent = 8;
const retryAfterSeconds = 2;

/** Chromium sets these itself. */
const ownHeaders =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*)$/i;

/** HTTP requests that a session's browser sends for its client. */
export function curlRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  let running = 0;
  return [
    implement(operations.curlBrowser, async ({ params, body }) => {
      const { url, method = "GET", headers = {}, timeout_ms = curlTimeoutMs.standard } = body;
      const refused = Object.keys(headers).filter((name) => ownHeaders.test(name));
      if (refused.length > 0) {
        throw invalidInput(
          refused.map((name) => `body.headers.${name}: the browser sets this header itself`),
        );
      }
      const session = sessions.living(params.id);
      if (running >= maxConcurrent) {
        throw tooMany(`${maxConcurrent} requests are running already; wait for one`, retryAfterSeconds);
      }
      running += 1;
      const disconnect = session.connect();
      const startMs = performance.now();
      try {
        const request = { url, method, headers, body: body.body, timeoutMs: timeout_ms };
        const response = await whileHeld(session, async (check) => {
          await session.ready;
          check();
          const answer = await requestByBrowser(session.chromium.pipe.open, request);
          check();
          return answer;
        });
        return {
          status: 200,
          body: {
            status: response.status,
            headers: response.headers,
            body: response.body.toString(body.response_encoding ?? "utf8"),
            duration_ms: Math.round(performance.now() - startMs),
          },
        };
      } catch (error) {
        if (error instanceof BrowserRequestFailed || error instanceof DevToolsError) {
          throw new Problem(502, "bad_gateway", `${method} ${new URL(url).origin}: ${error.message}`);
        }
        throw error;
      } finally {
        disconnect();
        running -= 1;
      }
    }),
  ];
}
