import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { sessionRecord } from "../../tests/support/session-record.ts";
import { Problem } from "../kernel/problem.ts";
import { type BrowserRoutesDeps, browserRoutes } from "./browser-routes.ts";

test("a session is not shown without its addresses until its node has reported it", async () => {
  const unreported = new Problem(503, "node_unreachable", "its node is not connected");
  const retrieve = async (idOrName: string) => {
    const routes = browserRoutes({
      places: {
        checkReported(key: string, value: string) {
          if (["id s1", "name kept"].includes(`${key} ${value}`)) throw unreported;
        },
      },
      sessions: {
        recordByIdOrName: (value: string) => sessionRecord(value),
        describe: ({ id }: { id: string }) => ({ session_id: id }),
      },
    } as unknown as BrowserRoutesDeps);
    const route = routes.find(({ operation }) => operation === operations.retrieveBrowser);
    return await route?.handle({ params: { id: idOrName }, query: {}, caller: { scope: "all" } } as never);
  };
  await expect(retrieve("s1")).rejects.toBe(unreported);
  await expect(retrieve("kept")).rejects.toBe(unreported);
  expect(await retrieve("s2")).toEqual({ status: 200, body: { session_id: "s2" } });
});
