import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { DevToolsClosed, DevToolsTimeout } from "../chromium/devtools.ts";
import { curlRoutes } from "./curl-routes.ts";
import type { Sessions } from "./sessions.ts";

test.each([new DevToolsClosed("the browser has ended"), new DevToolsTimeout("no answer in time")])(
  "a request during which a browser restarts or does not answer gets 502: $name",
  async (error) => {
    const session = {
      id: "s",
      lease: "l",
      connect: () => () => {},
      closing: new AbortController().signal,
      chromium: { pipe: { open: () => Promise.reject(error) } },
    };
    // Only these are used.
    const sessions = { living: () => session } as unknown as Sessions;
    const route = curlRoutes({ sessions }).find(({ operation }) => operation === operations.curlBrowser);
    const call = { params: { id: "s" }, body: { url: "https://shop.example/" } };
    const answer = route?.handle(call as Parameters<typeof route.handle>[0]);
    await expect(answer).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining(error.message),
    });
  },
);
