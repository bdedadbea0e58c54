// What needs an operator now, computed from the lists: each item carries its evidence and where to act. No item is
// made of a sample too small to mean anything.
import type { Invocation } from "@/lib/contract/invocations";
import type { Pool } from "@/lib/contract/pools";
import type { Proxy as ProxyResource } from "@/lib/contract/proxies";
import { formatAge, formatDuration } from "@/lib/format/duration";
import { formatPercent } from "@/lib/format/numbers";
import { parseInstant } from "@/lib/format/rfc3339";
import { percentile, tookMs } from "@/lib/format/usual";
import { paths } from "@/lib/paths";
import { failures, unfilledOf } from "./figures.ts";

export interface AttentionItem {
  key: string;
  kind: "unheard" | "failing" | "stuck" | "down" | "short";
  title: string;
  evidence: string;
  href: string;
  act: string;
}

export const attentionRules = {
  /** Finished runs of a version before its failure share means anything. */
  minFinished: 5,
  failingShare: 0.25,
  /** Runs of an action before "usual" means anything. */
  minUsual: 5,
  stuckFactor: 3,
  stuckAfterMs: 10 * 60_000,
} as const;

interface Fleet {
  /** Why the API gave no newer answer; undefined when it did. */
  stale?: string | undefined;
  recent: readonly Invocation[];
  running: readonly Invocation[];
  pools: readonly Pool[];
  proxies: readonly ProxyResource[];
}

const order = { unheard: 0, failing: 1, stuck: 2, down: 3, short: 4 } as const;

/** Worst kinds first. `nowMs`: epoch milliseconds. */
export function attention(fleet: Fleet, nowMs: number): AttentionItem[] {
  return [
    ...(fleet.stale === undefined ? [] : [unheard(fleet.stale)]),
    ...failing(fleet.recent),
    ...stuck(fleet, nowMs),
    ...fleet.proxies
      .filter((proxy) => proxy.status === "unavailable")
      .map((proxy) => down(proxy, fleet.pools, nowMs)),
    ...fleet.pools.filter((pool) => pool.available_count === 0 && unfilledOf(pool) > 0).map(short),
  ].sort((a, b) => order[a.kind] - order[b.kind]);
}

function unheard(reason: string): AttentionItem {
  return {
    key: "unheard",
    kind: "unheard",
    title: "The API gives no newer answer",
    evidence: `${reason} · everything here is as it was last read`,
    href: paths.settings(),
    act: "Open connection",
  };
}

const actionOf = (run: Invocation) => `${run.app_name ?? "?"} / ${run.action_name ?? "?"}`;

function failing(recent: readonly Invocation[]): AttentionItem[] {
  const versions = Map.groupBy(recent, (run) => `${actionOf(run)} ${run.version ?? "?"}`);
  return [...versions].flatMap(([key, runs]) => {
    const first = runs[0];
    const here = failures(runs);
    if (!first || here.share === undefined) return [];
    if (here.finished < attentionRules.minFinished || here.share < attentionRules.failingShare) return [];
    const others = failures(
      recent.filter((run) => actionOf(run) === actionOf(first) && run.version !== first.version),
    );
    const compared =
      others.finished >= attentionRules.minFinished
        ? `, ${formatPercent(others.share)} on other versions`
        : "";
    const reasons = Map.groupBy(
      runs.filter((run) => run.status === "failed"),
      (run) => run.status_reason ?? "no reason given",
    );
    const [reason, alike] = [...reasons].sort((a, b) => b[1].length - a[1].length)[0] ?? [
      "no reason given",
      [],
    ];
    return [
      {
        key: `failing ${key}`,
        kind: "failing" as const,
        title: `${actionOf(first)} fails ${formatPercent(here.share)} on ${first.version ?? "?"} (${here.failed} of ${here.finished})${compared}`,
        evidence: `${alike.length} of ${here.failed}: ${reason}`,
        href: paths.invocations({
          status: "failed",
          app_name: first.app_name,
          action_name: first.action_name,
          version: first.version,
          since: "1h",
        }),
        act: `Open ${here.failed} ${here.failed === 1 ? "run" : "runs"}`,
      },
    ];
  });
}

function stuck({ running, recent }: Fleet, nowMs: number): AttentionItem[] {
  return running.flatMap((run) => {
    const start = parseInstant(run.started_at ?? "")?.epochMs;
    if (start === undefined || run.status !== "running") return [];
    const forMs = nowMs - start;
    const usual = recent
      .filter((other) => actionOf(other) === actionOf(run) && other.status === "succeeded")
      .flatMap((other) => tookMs(other) ?? []);
    const p95 = usual.length >= attentionRules.minUsual ? percentile(usual, 0.95) : undefined;
    const tooLong =
      forMs > attentionRules.stuckAfterMs ||
      (p95 !== undefined && forMs > p95 * attentionRules.stuckFactor && forMs > 60_000);
    if (!tooLong) return [];
    return [
      {
        key: `stuck ${run.id}`,
        kind: "stuck" as const,
        title: `${actionOf(run)} ${run.version ?? ""} has been running for ${formatDuration(forMs)}`,
        evidence:
          p95 === undefined
            ? "too few runs to know what is usual"
            : `usual ${formatDuration(p95)} (p95 of ${usual.length})`,
        href: paths.invocation(run.id),
        act: "Open run",
      },
    ];
  });
}

function down(proxy: ProxyResource, pools: readonly Pool[], nowMs: number): AttentionItem {
  const hanging = pools.filter((pool) => pool.browser_pool_config.proxy_id === proxy.id).length;
  const checked = parseInstant(proxy.last_checked ?? "")?.epochMs;
  return {
    key: `down ${proxy.id}`,
    kind: "down",
    title: `Proxy ${proxy.name ?? proxy.id} is unavailable`,
    evidence: `${checked === undefined ? "checked at an unknown time" : `checked ${formatAge(nowMs - checked)} ago`} · ${hanging} ${hanging === 1 ? "pool is" : "pools are"} configured with it`,
    href: paths.proxies({ open: proxy.id }),
    act: "Open proxy",
  };
}

function short(pool: Pool): AttentionItem {
  const { size, fill_rate_per_minute: rate } = pool.browser_pool_config;
  return {
    key: `short ${pool.id}`,
    kind: "short",
    title: `Pool ${pool.name ?? pool.id} is empty and ${unfilledOf(pool)} short of its size`,
    evidence: `0 of ${size ?? "?"} available, ${pool.acquired_count} acquired · fill_rate_per_minute ${rate ?? "not told"}`,
    href: paths.pool(pool.id),
    act: "Open pool",
  };
}
