// A fleet in which every text that others choose is an attack, and texts of operators that are one, too.
import { alertRule } from "../../lib/bff/alert-rules.ts";
import { failureInsight } from "../../lib/bff/insight.ts";
import { Visitor } from "../support/dashboard/dashboard.ts";
import { expect, type TestStack } from "./fixtures.ts";

/** What a script of the attack would open; a test waits for none of it. */
const dialog = "alert(`T24`)";
/** Short enough for a name that an operator gives. */
export const shortAttack = `<img src=x onerror="${dialog}">`;
/** Markup, ends of scripts and attributes, an address, a link in a terminal's language, a change of direction. */
export const attack = [
  shortAttack,
  `</script></title></textarea><script>${dialog}</script>`,
  `"'><svg onload="${dialog}">`,
  `<iframe srcdoc="<script>parent.${dialog}</script>"></iframe>`,
  `javascript:${dialog}`,
  `[click](javascript:${dialog})`,
  `\u001b]8;;javascript:${dialog}\u0007click\u001b]8;;\u0007`,
  "\u202egpj.exe\u202c \u2066a\u2069",
  "{{constructor.constructor('alert(1)')()}} #{alert(1)} __proto__",
].join(" ");

export interface HostileFleet {
  invocations: { failed: string; done: string };
  session: string;
  pool: string;
  rule: string;
}

function seedRecords({ upstream: { records, logs, fail } }: TestStack): Omit<HostileFleet, "rule"> {
  const app = { app_name: attack, version: attack } as const;
  records.app({
    ...app,
    region: attack,
    deployment: attack,
    actions: [{ name: attack }],
    env_vars: { [attack]: attack },
  });
  const agoMs = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const text = JSON.stringify({ [attack]: attack, list: [attack] });
  const invocation = { ...app, action_name: attack, payload: text, started_at: agoMs(2) } as const;
  const done = records.invocation({ ...invocation, output: text });
  const failed = records.invocation({ ...invocation, status: "failed", status_reason: attack });
  records.invocation({
    ...invocation,
    status: "failed",
    status_reason: attack,
    payload: attack,
    output: attack,
  });
  const proxy = records.proxy({
    name: attack,
    ip_address: attack,
    config: { country: attack, city: attack, state: attack, carrier: attack, host: attack, username: attack },
  });
  const profile = records.profile({ name: attack });
  const pool = records.pool({
    name: attack,
    browser_pool_config: {
      size: 3,
      profile: { id: profile.id, name: attack },
      proxy_id: proxy.id,
      extensions: [{ id: "extension1", name: attack }],
    },
  });
  const browser = records.browser({
    headless: false,
    persistence: { id: attack },
    profile: { id: profile.id, name: attack },
    proxy_id: proxy.id,
    pool: { id: pool.id, name: attack },
    browser_live_view_url: `javascript:${dialog}`,
  });
  records.sessionsOf.set(failed.id, [browser.session_id]);
  records.sessionsOf.set(done.id, [browser.session_id]);
  const lines = [attack, `ERROR ${attack}`, JSON.stringify({ level: "error", message: attack, [attack]: 1 })];
  for (const log of ["chromium", "browser", "/tmp/a.log"]) logs.write(browser.session_id, log, lines);
  const answers = (method: string, path: string, body: unknown) =>
    fail(method, path, { kind: "answer", status: 200, body });
  answers("GET", "/browsers/{id}/fs/list_files", [
    { name: attack, path: `/${attack}`, size_bytes: 1, is_dir: false, mod_time: agoMs(1), mode: attack },
    { name: attack, path: `/d${attack}`, size_bytes: 0, is_dir: true, mod_time: agoMs(1), mode: attack },
  ]);
  answers("GET", "/browsers/{id}/replays", [
    { replay_id: "replay1", started_at: agoMs(1), replay_view_url: attack },
  ]);
  answers("GET", "/extensions", [{ id: "extension1", name: attack, created_at: agoMs(1), size_bytes: 1 }]);
  fail("POST", "/proxies/{id}/check", {
    kind: "answer",
    status: 400,
    body: { code: attack, message: attack },
  });
  return {
    invocations: { failed: failed.id, done: done.id },
    session: browser.session_id,
    pool: pool.id,
  };
}

/** Makes it, and what operators write about it: labels, marks, notes, views, rules, webhooks, reasons, a sign-in. */
export async function seedAttacks(stack: TestStack): Promise<HostileFleet> {
  const { upstream, dashboard, operator } = stack;
  const fleet = seedRecords(stack);
  const admin = await dashboard.admin();
  const send = async (method: string, path: string, body: unknown) => {
    const reply = await admin.send(method, path, body);
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
    return reply.json;
  };
  // The record has it once a list was read.
  await expect.poll(async () => (await admin.get("/api/browsers?limit=100")).text).toContain(fleet.session);
  for (const [kind, id] of [
    ["session", fleet.session],
    ["pool", fleet.pool],
  ])
    await send("PUT", `/api/inventory/${kind}/${id}/pin`, { label: shortAttack });
  await send("POST", "/api/annotations", { at_ms: Date.now() - 60_000, note: shortAttack });
  await send("POST", "/api/views", { name: shortAttack, query: "status=failed", shared: true });
  await send("POST", "/api/alerts/webhooks", { name: shortAttack, url: "http://127.0.0.1:9/x" });
  const rule = await send("POST", "/api/alerts/rules", {
    name: shortAttack,
    signal: { kind: "failure_share", app: attack.slice(0, 200), window_minutes: 60, percent: 1, least: 1 },
    for_seconds: 0,
    clear_seconds: 0,
    remind_hours: 0,
    enabled: true,
    webhooks: [],
  });
  await admin.send(
    "POST",
    "/api/proxies/none/check",
    {},
    { "x-fleetdeck-reason": encodeURIComponent(attack) },
  );
  expect(upstream.hitsOn("POST", "/proxies/none/check")).toHaveLength(1);
  const agent = { "user-agent": shortAttack };
  await new Visitor(dashboard.url).signIn(operator.username, operator.password, agent);
  await new Visitor(dashboard.url).signIn(shortAttack, "wrong", agent);
  await expect
    .poll(async () => failureInsight.parse((await admin.get("/api/insight/failures")).json).groups.length)
    .toBeGreaterThan(0);
  const { groups } = failureInsight.parse((await admin.get("/api/insight/failures")).json);
  for (const { key } of groups)
    await send("PUT", `/api/insight/failures/${key}`, { state: "acknowledged", note: shortAttack });
  return { ...fleet, rule: alertRule.parse(rule).id };
}
