import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { app as appShape } from "../../lib/contract/apps.ts";
import { errorBody } from "../../lib/contract/error.ts";
import { createdInvocation, invocation } from "../../lib/contract/invocations.ts";
import { poolFillRate } from "../../lib/contract/pools.ts";
import { telemetryRecord } from "../../lib/contract/telemetry.ts";
import { killNow, processesNaming } from "../../service/kernel/process-tree.ts";
import { poolNames } from "../../service/samples/shop/shop-steps.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium, maxBrowsers: 6, maxRunning: 3 });

const ask = (method: string, path: string, body?: unknown) => service.ask(method, path, body);

const named = (place: string) => {
  const [app_name, version, action_name] = place.split("/");
  return { app_name, version, action_name };
};

/** Invokes synchronously; the payload may be any value. */
async function invoke(place: string, payload: unknown) {
  const body = { ...named(place), payload: JSON.stringify(payload) };
  const answer = await ask("POST", "/invocations", body);
  expect(answer.status).toBe(200);
  return createdInvocation.parse(answer.json());
}

async function begin(place: string, payload: unknown) {
  const body = { ...named(place), payload: JSON.stringify(payload), async: true };
  const answer = await ask("POST", "/invocations", body);
  expect(answer.status).toBe(202);
  const begun = createdInvocation.parse(answer.json());
  expect(begun.status).toBe("queued");
  return begun.id;
}

const retrieve = async (id: string) => invocation.parse((await ask("GET", `/invocations/${id}`)).json());
const sessionsOf = async (id: string) =>
  z
    .object({ browsers: z.array(z.looseObject({ session_id: z.string() })) })
    .parse((await ask("GET", `/invocations/${id}/browsers`)).json()).browsers;

const logOf = (id: string) => {
  const file = join(service.dataDir, "invocation-logs", `${id}.log`);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

// Most of their time is waiting: for pages, and for steps that never come. `tests/nightly` has the other sample actions.
describe.concurrent("actions do real work in the shop", () => {
  test("search returns what the shop shows", async () => {
    const done = await invoke("storefront/v1/search", { query: "fjell", limit: 2 });
    expect(done).toMatchObject({ status: "succeeded", action_name: "search" });
    expect(JSON.parse(String(done.output))).toEqual({
      query: "fjell",
      total: 6,
      results: [
        { id: "kettles-06", name: "Fjell Mini kettle", price: "€67.40" },
        { id: "lamps-06", name: "Fjell Prime lamp", price: "€81.90" },
      ],
    });
  });

  test("save-session stores cookies and local storage in a profile, and the next session starts from it", async () => {
    const done = await invoke("accounts/v2/save-session", { account: "emil", profile: "kept" });
    expect(done.status).toBe("succeeded");
    expect(JSON.parse(String(done.output))).toMatchObject({ alreadySignedIn: false, cookies: 2 });
    const { state: saved } = await service.profiles.resolve({ name: "kept" });
    expect(saved?.cookies.map((cookie) => cookie.name).toSorted()).toEqual(["account", "cart"]);
    expect(saved?.origins[0]?.localStorage.map((item) => item.name)).toEqual(["seen"]);
    const again = await invoke("accounts/v1/save-session", { account: "emil", profile: "kept" });
    expect(JSON.parse(String(again.output))).toMatchObject({ alreadySignedIn: true });
  });
});

describe("with the browser of a pool", () => {
  beforeAll(() => {
    service.pools.create({ name: poolNames.buying, size: 1, fill_rate_per_minute: poolFillRate.max });
  });

  test("a pool's browser is reused after success, clean for the next, and replaced after a failure, with what it did", async () => {
    const order = { account: "emil", product: "lamps-03" };
    const release = vi.spyOn(service.pools, "release");
    onTestFinished(() => release.mockRestore());
    const first = await invoke("storefront/v1/checkout", order);
    const second = await invoke("storefront/v1/checkout", order);
    // The same order again: nothing of the first was left in the browser's cart.
    expect([second.status, second.output]).toEqual(["succeeded", first.output]);
    const soldOut = await invoke("storefront/v2/checkout", { ...order, product: "chairs-09" });
    expect(soldOut.status_reason).toBe("chairs-09 is sold out");
    const [[, id] = []] = release.mock.calls;
    const reuses = [true, true, false];
    expect(release.mock.calls).toEqual(reuses.map((reuse) => [poolNames.buying, id, { reuse }]));
    // The browser of the failure has ended, and what it did can still be read.
    const stored = await ask("GET", `/browsers/${id}/telemetry/events?limit=100&since=1h`);
    const events = z.array(telemetryRecord).parse(stored.json());
    const types = events.map(({ event }) => event.type);
    for (const type of ["network_request", "network_response", "page_navigation", "console_log"]) {
      expect(types).toContain(type);
    }
    expect(stored.text).toContain("chairs-09");
    expect(stored.text).not.toContain("lamps-03");
  });
});

describe.concurrent("failures say what happened", () => {
  test.each([
    [
      "a page element that never comes",
      "accounts/v1/login",
      { account: "linus" },
      "locator.waitFor: Timeout 5000ms exceeded while waiting for locator('#account')",
    ],
    [
      "bad input",
      "storefront/v1/search",
      { query: 42, colour: "red" },
      "bad input: payload.query: Invalid input: expected string, received number",
    ],
  ])("%s", async (_what, place, payload, reason) => {
    const done = await invoke(place, payload);
    expect(done.status).toBe("failed");
    expect(done.status_reason).toContain(reason);
    for (const never of ["\n", "\u001b", "Call log"]) expect(done.status_reason).not.toContain(never);
  });

  test("a browser that crashes", async ({ expect }) => {
    const id = await begin("catalogue/v1/crawl", { maxPages: 100, pauseMs: 100 });
    await expect.poll(() => logOf(id)).toContain("5 pages");
    const [{ session_id: session } = { session_id: "" }] = await sessionsOf(id);
    killNow(service.sessions.find(session)?.chromium.process.pid ?? expect.fail("the session is gone"));
    await expect.poll(async () => (await retrieve(id)).status).toBe("failed");
    expect((await retrieve(id)).status_reason).toMatch(
      new RegExp(`^browser session ${session} crashed: (page|locator)\\.`),
    );
  });
});

test("a crawl logs its progress in its session; cancelling ends runner and session", async () => {
  const id = await begin("catalogue/v2/crawl", { maxPages: 100, pauseMs: 100 });
  await expect.poll(() => logOf(id)).toContain("5 pages");
  const [session] = await sessionsOf(id);
  expect((await retrieve(id)).finished_at).toBeNull();
  const path = `/browsers/${session?.session_id}/logs/stream?source=path&path=/var/log/app/agent.log&follow=false`;
  // Written in the background.
  await expect
    .poll(async () => (await ask("GET", path)).text)
    .toMatch(/Z session \S+ created"[\s\S]*Z 5 pages, \d+ to go, now at \//);
  const cancelled = await ask("PATCH", `/invocations/${id}`, { status: "failed" });
  expect(cancelled.json()).toMatchObject({ status: "failed", status_reason: "cancelled by request" });
  expect(await sessionsOf(id)).toEqual([]);
  expect((await ask("PATCH", `/invocations/${id}`, { status: "succeeded" })).status).toBe(409);
  await expect.poll(() => processesNaming(`--invocation=${id}`)).toEqual([]);
});

describe("the API's edges", () => {
  test("apps list their versions and actions; their deployment filters invocations", async () => {
    const apps = z.array(appShape).parse((await ask("GET", "/apps?app_name=storefront")).json());
    expect(apps.map((app) => [app.version, app.actions?.map((action) => action.name)])).toEqual([
      ["v2", ["search", "checkout"]],
      ["v1", ["search", "checkout"]],
    ]);
    const { id } = await invoke("storefront/latest/search", { query: 1 });
    const listed = await ask("GET", `/invocations?deployment_id=${apps[0]?.deployment}&limit=1`);
    expect(z.array(invocation).parse(listed.json())).toMatchObject([{ id, version: "v2" }]);
    expect(listed.headers.get("x-has-more")).toBe("true");
    expect(listed.headers.get("x-next-offset")).toBe("1");
  });

  test.each([
    ["POST", "/invocations", { ...named("shop/v1/search") }, 404, "storefront, accounts, catalogue"],
    ["POST", "/invocations", { ...named("storefront/v9/search") }, 404, "v1, v2, latest"],
    ["POST", "/invocations", { ...named("storefront/v1/sing") }, 404, "search, checkout"],
    ["POST", "/invocations", { ...named("storefront/v1/search"), payload: "{" }, 400, "body.payload"],
    ["POST", "/invocations", { app_name: "storefront" }, 400, "body.version"],
    [
      "POST",
      "/invocations",
      { ...named("storefront/v1/search"), async: true, async_timeout_seconds: 9 },
      400,
      "async_timeout_seconds",
    ],
    ["GET", "/invocations?limit=101", undefined, 400, "query.limit"],
    ["GET", "/invocations?since=yesterday", undefined, 400, "query.since"],
    ["GET", "/invocations?status=done", undefined, 400, "query.status"],
    ["GET", "/invocations/nowhere", undefined, 404, "nowhere"],
    ["GET", "/invocations/nowhere/browsers", undefined, 404, "nowhere"],
    ["DELETE", "/invocations/nowhere/browsers", undefined, 404, "nowhere"],
    ["PATCH", "/invocations/nowhere", { status: "failed" }, 404, "nowhere"],
    ["PATCH", "/invocations/nowhere", { status: "queued" }, 400, "body.status"],
  ])("%s %s with %j answers %i", async (method, path, body, status, expectedText) => {
    const answer = await ask(method, path, body);
    expect(answer.status).toBe(status);
    expect(errorBody.parse(answer.json()).message).toContain(expectedText);
  });
});
