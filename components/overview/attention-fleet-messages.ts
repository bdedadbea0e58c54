// Messages on pools and proxies. Pure.
import { formatAge } from "@/lib/format/duration";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { proxyTroubleTexts } from "@/lib/format/proxy-trouble-messages";
import { paths } from "@/lib/paths";
import { type Evidence, type ItemMessage, type Of, plain } from "./attention-parts.ts";

const poolLooks = {
  cannot_fill: { word: "Cannot fill", glyph: "cross" },
  empty: { word: "Empty", glyph: "cross" },
  acquired: { word: "All acquired", glyph: "square" },
  emptying: { word: "Emptying", glyph: "triangle" },
} as const satisfies Record<Of<"pool">["state"], Pick<ItemMessage, "word" | "glyph">>;

function poolTitle({ state, name, pool_id, minutes_left: left }: Of<"pool">): string {
  const pool = `Pool ${name ?? pool_id}`;
  switch (state) {
    case "cannot_fill":
      return `${pool} cannot fill`;
    case "empty":
      return `${pool} is empty`;
    case "acquired":
      return `${pool} has no browser left`;
    case "emptying":
      return `${pool} is empty in about ${formatAge((left ?? 0) * 60_000)}`;
  }
}

export function poolMessage(item: Of<"pool">): ItemMessage {
  const { available, acquired, size, unfilled, drain_per_minute: perMinute } = item;
  return {
    ...poolLooks[item.state],
    title: poolTitle(item),
    evidence: [
      plain(`${formatCount(available)} of ${size === null ? "?" : formatCount(size)} available`),
      ...(acquired === 0 ? [] : [plain(`${formatCount(acquired)} acquired`)]),
      ...(unfilled === null || unfilled === 0 ? [] : [plain(`${formatCount(unfilled)} missing`)]),
      ...(perMinute === null ? [] : [plain(`${perMinute.toFixed(1)} taken per minute`)]),
    ],
    href: paths.pool(item.pool_id),
    act: "Open pool",
  };
}

/** `a`, `a and b`, `a, b, and c`. */
const listed = (parts: readonly string[]): string =>
  parts.length < 3 ? parts.join(" and ") : `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;

/** What uses a proxy. */
function usersOf({ pools, sessions, invocations, complete }: Of<"proxy">["dependents"]): Evidence[] {
  const users = [
    ...(pools === 0 ? [] : [formatCountOf(pools, "pool")]),
    ...(sessions === 0 ? [] : [formatCountOf(sessions, "browser")]),
    ...(invocations === 0 ? [] : [formatCountOf(invocations, "running invocation")]),
  ];
  if (users.length === 0) return [plain(complete ? "Nothing uses it" : "Nothing found so far that uses it")];
  const isOne = pools + sessions + invocations === 1;
  return [plain(`${complete ? "" : "At least "}${listed(users)} ${isOne ? "uses" : "use"} it`)];
}

export function proxyMessage(item: Of<"proxy">): ItemMessage {
  const { state, dependents, checks, unavailable } = item;
  const name = item.name ?? item.proxy_id;
  const down = state === "down";
  return {
    word: down ? "Down" : "Flapping",
    glyph: down ? (item.severity === "notice" ? "ring" : "cross") : "half",
    title: down ? proxyTroubleTexts.isDown(name) : proxyTroubleTexts.goesUpAndDown(name),
    evidence: [
      ...(down
        ? []
        : [plain(`${formatCount(unavailable)} of ${formatCountOf(checks, "check")} in 24 h failed`)]),
      ...usersOf(dependents),
    ],
    href: paths.proxies({ open: item.proxy_id }),
    act: "Open proxy",
  };
}
