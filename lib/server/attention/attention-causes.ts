// What links attention items to a cause, from recorded browsers: the proxies that failed invocations used, and the pools and
// proxies of stuck ones. Read only while there is something to link.

import { failingItems } from "../../insight/attention-failing.ts";
import type { AttentionInput, ProxyUse, StuckBrowser } from "../../insight/attention-input.ts";
import { proxyItems } from "../../insight/attention-proxies.ts";
import { isInterruption } from "../../insight/interruption.ts";
import { actionKey, findStuck } from "../../insight/stuck.ts";
import type { Database } from "../db/database.ts";
import { linkedSessions, readSessionAttributes } from "../inventory/recorded-sessions.ts";
import { type EndedInvocation, newestEnded } from "../invocations/invocation-statistics.ts";

/** The most invocations whose browsers are examined: the newest ended ones, and the longest stuck ones. */
const endedLimit = 2_000;
const stuckLimit = 200;

type Found = Omit<AttentionInput, "proxyUses" | "stuckBrowsers">;

async function browsersOf(db: Database, invocationIds: readonly string[]) {
  const sessions = await linkedSessions(db, invocationIds);
  return {
    sessions,
    attributes: await readSessionAttributes(db, [...new Set([...sessions.values()].flat())]),
  };
}

/** By version and proxy: how many ended and failed invocations used it, of those with a recorded browser. */
async function readProxyUses(db: Database, found: Found): Promise<ProxyUse[]> {
  const troubled = new Set(proxyItems(found).map(({ proxy_id }) => proxy_id));
  const versionOf = (each: Pick<ProxyUse, "app_name" | "action_name" | "version">) =>
    `${actionKey(each)}${each.version}`;
  const failing = new Set(failingItems(found).map(versionOf));
  if (troubled.size === 0 || failing.size === 0) return [];
  const isCounted = (each: EndedInvocation) =>
    failing.has(versionOf(each)) && !(each.status === "failed" && isInterruption(each.reason_key));
  const ended = (await newestEnded(db, found.fromMs, found.nowMs, endedLimit)).filter(isCounted);
  const { sessions, attributes } = await browsersOf(
    db,
    ended.map(({ id }) => id),
  );
  const known = ended.flatMap((invocation) => {
    const read = (sessions.get(invocation.id) ?? []).filter((id) => attributes.read.has(id));
    if (read.length === 0) return [];
    return [{ invocation, proxies: new Set(read.flatMap((id) => attributes.proxy.get(id) ?? [])) }];
  });
  const failures = (of: typeof known) => of.filter(({ invocation }) => invocation.status === "failed").length;
  return [...Map.groupBy(known, ({ invocation }) => versionOf(invocation)).values()].flatMap((group) =>
    [...troubled].flatMap((proxy_id): ProxyUse[] => {
      const using = group.filter(({ proxies }) => proxies.has(proxy_id));
      const [first] = using;
      if (first === undefined) return [];
      const { app_name, action_name, version } = first.invocation;
      return [
        {
          proxy_id,
          app_name,
          action_name,
          version,
          failed: failures(group),
          ended: group.length,
          failed_with: failures(using),
          ended_with: using.length,
        },
      ];
    }),
  );
}

async function readStuckBrowsers(db: Database, { open, usual, openAtMs }: Found): Promise<StuckBrowser[]> {
  const ids = findStuck(open, usual, openAtMs)
    .stuck.slice(0, stuckLimit)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const { sessions, attributes } = await browsersOf(db, ids);
  return ids.flatMap((invocation_id) =>
    (sessions.get(invocation_id) ?? []).map((id) => ({
      invocation_id,
      pool_id: attributes.pool.get(id)?.[0] ?? null,
      proxy_id: attributes.proxy.get(id)?.[0] ?? null,
    })),
  );
}

/** The links behind the entries, as far as browsers are recorded. */
export async function readCauseDetails(
  db: Database,
  found: Found,
): Promise<Pick<AttentionInput, "proxyUses" | "stuckBrowsers">> {
  const [proxyUses, stuckBrowsers] = await Promise.all([
    readProxyUses(db, found),
    readStuckBrowsers(db, found),
  ]);
  return { proxyUses, stuckBrowsers };
}
