// Groups attention items by cause: what a cause explains becomes its symptom and has no entry of its own. Every link rests on
// something recorded: a pool's configuration, the browsers of invocations, or an action's name. Pure.
import type { AttentionEntry, AttentionItem } from "../bff/attention.ts";
import { alertItems, alertsAbout } from "./attention-alerts.ts";
import type { AttentionInput } from "./attention-input.ts";
import { compareItems, severest } from "./attention-order.ts";
import { findStuck, isSameAction } from "./stuck.ts";

type Of<Kind extends AttentionItem["kind"]> = Extract<AttentionItem, { kind: Kind }>;
type Parent = AttentionItem | undefined;

/** The share of what is hit that a cause must explain. */
const most = 0.5;

interface Found {
  input: AttentionInput;
  silent: Parent;
  proxies: ReadonlyMap<string, Of<"proxy">>;
  failing: readonly Of<"failing">[];
  /** Ids of all stuck invocations by the id of their item. */
  stuck: ReadonlyMap<string, readonly string[]>;
  items: ReadonlyMap<string, AttentionItem>;
}

const ofKind = <Kind extends AttentionItem["kind"]>(items: readonly AttentionItem[], kind: Kind) =>
  items.filter((item): item is Of<Kind> => item.kind === kind);

/** The failing version of an action with the most failures; of others of the same action it is the cause. */
function worstOf(action: { app_name: string; action_name: string }, { failing }: Found): Parent {
  const [worst] = failing
    .filter((each) => isSameAction(each, action))
    .toSorted((a, b) => b.failed - a.failed || (a.id < b.id ? -1 : 1));
  return worst;
}

/** The proxy in trouble that most failures of a version used, if its invocations fail more with it than without. */
function proxyBehind(version: Of<"failing">, { input, proxies }: Found): Parent {
  const uses = input.proxyUses
    .filter((use) => isSameAction(use, version) && use.version === version.version)
    .toSorted((a, b) => b.failed_with - a.failed_with);
  const found = uses.find(({ failed, ended, failed_with, ended_with }) => {
    if (failed === 0 || failed_with / failed < most) return false;
    const without = ended - ended_with;
    return without === 0 || failed_with / ended_with > (failed - failed_with) / without;
  });
  return found && proxies.get(found.proxy_id);
}

function stuckParent(item: Of<"stuck">, found: Found): Parent {
  const ids = found.stuck.get(item.id) ?? [];
  const on = new Map<string, Set<string>>();
  for (const { invocation_id: id, proxy_id: proxy } of found.input.stuckBrowsers)
    if (proxy !== null && ids.includes(id)) on.set(proxy, (on.get(proxy) ?? new Set()).add(id));
  for (const [proxy, invocations] of on)
    if (invocations.size >= ids.length * most && found.proxies.has(proxy)) return found.proxies.get(proxy);
  return worstOf(item, found);
}

/** The stuck invocations that hold most of a pool's acquired browsers. */
function holderOf(pool: Of<"pool">, found: Found): Parent {
  // Stuck invocations are explained by an API that does not answer; a pool that was short before is not.
  if (pool.state === "cannot_fill" || found.silent !== undefined) return undefined;
  for (const [itemId, ids] of found.stuck) {
    const held = found.input.stuckBrowsers.filter(
      ({ invocation_id: id, pool_id: from }) => from === pool.pool_id && ids.includes(id),
    );
    if (held.length > 0 && held.length >= pool.acquired * most) return found.items.get(itemId);
  }
  return undefined;
}

function poolParent(pool: Of<"pool">, found: Found): Parent {
  const proxyId = found.input.pools.find(({ id }) => id === pool.pool_id)?.proxy_id ?? null;
  return (proxyId === null ? undefined : found.proxies.get(proxyId)) ?? holderOf(pool, found);
}

/** What the failures of a spike share, or the failing version of the action that accounts for most of them. */
function spikeParent({ shared, recent, from_ms: fromMs }: Of<"spike">, found: Found): Parent {
  if (shared?.kind === "proxy") {
    const proxy = found.proxies.get(shared.id);
    if (proxy !== undefined) return proxy;
  }
  if (shared?.kind === "pool") {
    const pool = found.items.get(`pool:${shared.id}`);
    if (pool !== undefined) return pool;
  }
  const failing = found.failing.filter(({ last_ms: lastMs }) => lastMs >= fromMs);
  const [worst] = failing.toSorted((a, b) => b.failed - a.failed || (a.id < b.id ? -1 : 1));
  if (worst === undefined) return undefined;
  const ofAction = failing.filter((each) => isSameAction(each, worst));
  const failed = ofAction.reduce((sum, each) => sum + each.failed, 0);
  return failed >= recent.failed * most ? worst : undefined;
}

function parentOf(item: AttentionItem, found: Found): Parent {
  switch (item.kind) {
    case "failing": {
      const worst = worstOf(item, found);
      return proxyBehind(item, found) ?? (worst === item ? undefined : worst);
    }
    case "slower":
      return worstOf(item, found);
    case "stuck":
      // While the API does not answer, nobody knows whether they still run.
      return found.silent ?? stuckParent(item, found);
    case "waiting":
      return found.silent;
    case "pool":
      return poolParent(item, found);
    case "spike":
      return spikeParent(item, found);
    default:
      return undefined;
  }
}

/** Ends, because parents lead one way only: spike, pool, stuck, failing, proxy; and all to an API that does not answer. */
function rootOf(item: AttentionItem, found: Found): AttentionItem {
  const parent = parentOf(item, found);
  return parent === undefined ? item : rootOf(parent, found);
}

function stuckIds(items: readonly Of<"stuck">[], input: AttentionInput): Map<string, readonly string[]> {
  const { stuck } = findStuck(input.open, input.usual, input.openAtMs);
  return new Map(
    items.map((item) => [item.id, stuck.filter((each) => isSameAction(each, item)).map(({ id }) => id)]),
  );
}

/** One entry per cause, the worst first; alerts about an item count at its entry. */
export function groupByCause(items: readonly AttentionItem[], input: AttentionInput): AttentionEntry[] {
  const found: Found = {
    input,
    silent: items.find(({ kind }) => kind === "silent"),
    proxies: new Map(ofKind(items, "proxy").map((item) => [item.proxy_id, item])),
    failing: ofKind(items, "failing"),
    stuck: stuckIds(ofKind(items, "stuck"), input),
    items: new Map(items.map((item) => [item.id, item])),
  };
  const { explained, alerts } = alertsAbout(items, input.alerts.open);
  const all = [...items, ...alertItems({ alerts: { ...input.alerts, open: alerts } })];
  const entries = [...Map.groupBy(all, (item) => rootOf(item, found))].map(([cause, group]) => {
    const symptoms = group.filter((item) => item !== cause).sort(compareItems);
    return {
      severity: severest([cause, ...symptoms]),
      cause,
      symptoms,
      alerts: group.reduce((sum, { id }) => sum + (explained.get(id) ?? 0), 0),
    };
  });
  return entries.sort((a, b) =>
    compareItems({ ...a.cause, severity: a.severity }, { ...b.cause, severity: b.severity }),
  );
}
