// A fleet with something of everything in it, for tests that look at every page.
import { alertRule } from "../../lib/bff/alert-rules.ts";
import { alertList } from "../../lib/bff/alerts.ts";
import { expect, type TestStack } from "./fixtures.ts";

export interface SeededRecords {
  failedInvocation: string;
  doneInvocation: string;
  session: string;
  pool: string;
}

/** Every page of the dashboard, by what its heading says. */
export function pagesToVisit(has: SeededRecords): readonly (readonly [path: string, heading: RegExp])[] {
  const { failedInvocation, doneInvocation, session, pool } = has;
  return [
    ["/", /^Overview$/],
    ["/invocations", /^Invocations$/],
    [`/invocations?open=${doneInvocation}`, /^Invocations$/],
    [`/invocations/new?from=${doneInvocation}`, /^Invoke$/],
    ["/invocations/insight", /^Invocations$/],
    [`/invocations/${failedInvocation}`, /search/],
    [`/invocations/${doneInvocation}`, /search/],
    ["/browsers", /^Browsers$/],
    [`/browsers/${session}`, new RegExp(session)],
    ["/pools", /^Pools$/],
    [`/pools/${pool}`, new RegExp(pool)],
    ["/proxies", /^Proxies$/],
    ["/profiles", /^Profiles$/],
    ["/alerts", /^Alerts$/],
    ["/timeline", /^Timeline$/],
    ["/search", /^Search$/],
    ["/search?q=oak", /^Search$/],
    ["/audit", /^Audit$/],
    ["/settings", /^Settings$/],
  ];
}

const proxyOfRule = "gateway-down";

/** Makes it: records of every kind, a checked proxy, one that is down and the alert that says so. */
export async function seedEverything({
  upstream,
  dashboard,
}: TestStack): Promise<SeededRecords & { rule: string }> {
  const { records, logs } = upstream;
  const agoMs = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  records.app({ app_name: "storefront", version: "v1" });
  records.app({ app_name: "storefront", version: "v2" });
  const invocation = { app_name: "storefront", version: "v1", payload: '{"query":"oak"}' } as const;
  for (let at = 10; at > 0; at -= 1) records.invocation({ ...invocation, started_at: agoMs(at) });
  const done = records.invocation({ ...invocation, output: '{"rows":[1,2,3]}', started_at: agoMs(1) });
  const failed = records.invocation({
    ...invocation,
    version: "v2",
    status: "failed",
    payload: "{}",
    status_reason: "bad input: payload.query",
    started_at: agoMs(1),
  });
  const running = records.invocation({ ...invocation, status: "running" });
  const browser = records.browser({ created_at: agoMs(3) });
  records.sessionsOf.set(running.id, [browser.session_id]);
  logs.write(browser.session_id, "chromium", ["Listening on 9222", "ERROR no certificate"]);
  logs.write(browser.session_id, "browser", ["Listening on 9222", "ERROR no certificate"]);
  const pool = records.pool({ name: "checkout", available_count: 1, acquired_count: 2 });
  records.browser({ pool: { id: pool.id } });
  records.profile({ name: "oak", last_used_at: agoMs(2) });
  records.proxy({ name: "never-checked" });
  const healthy = records.proxy({ name: "frankfurt" });
  const down = records.proxy({ name: proxyOfRule });
  records.checks.set(down.id, () => ({ status: "unavailable" }));

  const admin = await dashboard.admin();
  const made = await admin.send("POST", "/api/alerts/rules", {
    name: "Gateway down",
    signal: { kind: "proxy_down", proxy: down.id, checks: 1 },
    for_seconds: 0,
    clear_seconds: 0,
    remind_hours: 0,
    enabled: true,
    webhooks: [],
  });
  const { id: rule } = alertRule.parse(made.json);
  // The rule evaluates what is recorded, so the list has to be in it.
  await expect.poll(async () => (await admin.get("/api/proxies?limit=100")).text).toContain(down.id);
  for (const { id } of [healthy, down]) await admin.send("POST", `/api/proxies/${id}/check`);
  await expect
    .poll(async () =>
      alertList
        .parse((await admin.get("/api/alerts?state=open")).json)
        .alerts.some(({ rule_id }) => rule_id === rule),
    )
    .toBe(true);
  return {
    failedInvocation: failed.id,
    doneInvocation: done.id,
    session: browser.session_id,
    pool: pool.name ?? pool.id,
    rule,
  };
}
