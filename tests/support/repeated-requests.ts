// What must hold for each of many requests to a dashboard over an upstream of a test.
import { expect } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { type RunningDashboard, sendRequest } from "./dashboard/dashboard.ts";
import type { FaultyApi } from "./fakes/faulty-api.ts";

interface Stack {
  api: FaultyApi;
  dashboard: RunningDashboard;
}

/** Loads a page `loads` times, a multiple of ten: its scripts have the nonce of its policy, and each load has another. */
export async function expectOwnNonces({ api, dashboard }: Stack, path: string, loads: number): Promise<void> {
  const admin = await dashboard.admin();
  const seen = new Set<string>();
  const load = async () => {
    const page = await (path === "/sign-in"
      ? sendRequest(dashboard.url, path)
      : admin.get(path, { accept: "text/html" }));
    const policy = String(page.headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
    expect(policy).toContain(`frame-src 'self' ${api.url};`);
    const scripts = page.text.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const tag of scripts) expect(tag, path).toContain(`nonce="${nonce}"`);
    seen.add(nonce);
  };
  for (let loaded = 0; loaded < loads; loaded += 10) await Promise.all(Array.from({ length: 10 }, load));
  expect(seen.size).toBe(loads);
}

const pieces = [
  ...["..", ".", "%2e%2e", "%2f", "%5c", "%00", "%0d%0a", "%3F"],
  ...["%23", "%252e", "a", "~", "\uff0e\uff0e", "%25", ";"],
];

/** Requests `count` browsers, a multiple of twenty, by ids that attack: the upstream gets paths of its operations only. */
export async function expectTemplatePaths({ api, dashboard }: Stack, count: number): Promise<void> {
  const admin = await dashboard.admin();
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const visit = async () => {
    const id = Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)] ?? "a").join("");
    const reply = await admin.get(`/api/browsers/${encodeURI(id).replaceAll("%25", "%")}`);
    expect(reply.status, id).toBeLessThan(500);
  };
  for (let visited = 0; visited < count; visited += 20) await Promise.all(Array.from({ length: 20 }, visit));
  expectTemplateHits(api);
}

/** The paths of operations and of live views, with the names of their parameters. */
const templates = [...Object.values(operations).map(({ path }) => path), "/browser/remote"].map((path) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`),
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
}));
/** A segment of dots alone would be another path; an id may begin with them. */
const notAnId = /^\.\.?$|[/\\%\p{Cc}]/u;
/** What is called by a name may have other characters in it, which are encoded. */
const notAName = /^\.\.?$|\p{Cc}/u;

/** What reached the upstream are paths of its operations, with an id or a name where they have one. */
export function expectTemplateHits(api: FaultyApi): void {
  expect(api.hits.length).toBeGreaterThan(0);
  for (const { url } of api.hits) {
    const path = url.split("?", 1)[0] ?? "";
    const found = templates.flatMap(({ pattern, names }) => {
      const values = pattern.exec(path)?.slice(1);
      return values === undefined ? [] : [values.map((value, at) => ({ value, name: names[at] ?? "" }))];
    });
    expect(found.length, url).toBeGreaterThan(0);
    for (const { value, name } of found.flat())
      expect(decodeURIComponent(value), url).not.toMatch(name.endsWith("name") ? notAName : notAnId);
  }
}
