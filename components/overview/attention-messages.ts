// Formats an attention item: title, evidence and the link to act on it. Pure.
import type { AttentionItem } from "@/lib/bff/attention";
import { formatAge, formatDuration } from "@/lib/format/duration";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { alertsMessage, slowerMessage, spikeMessage } from "./attention-change-messages.ts";
import { type AttentionMessage, actionOf, type Of, some } from "./attention-parts.ts";

/** Which versions insight compared, and over which period. */
function regressionMessage(
  { since_version: since, base_version, base, newer, from_ms }: NonNullable<Of<"failing">["regressed"]>,
  toMs: number,
): string {
  const of = ({ failed, ended }: { failed: number; ended: number }) =>
    `${formatCount(failed)} of ${formatCount(ended)}`;
  return `regressed since ${since || "?"}: ${of(base)} on ${base_version || "?"} → ${of(newer)} in ${formatAge(toMs - from_ms)}`;
}

function failing(item: Of<"failing">): Omit<AttentionMessage, "tone"> {
  const { failed, finished, share, version, others, inputs, reasons, kinds, regressed } = item;
  const compared = others === null ? "" : `, ${formatPercent(others.share)} on other versions`;
  const [first] = reasons;
  return {
    word: regressed === null ? "Failing" : "Regressed",
    glyph: "cross",
    title: `${actionOf(item)} fails ${formatPercent(share)} on ${version || "?"}${compared}`,
    evidence: [
      `${formatCount(failed)} of ${formatCount(finished)} failed`,
      ...(first === undefined ? [] : [`“${first.example ?? "no reason given"}”`]),
      ...(kinds > 1 ? [some(kinds, "kind of failure", "kinds of failure")] : []),
      some(inputs, "different input"),
      ...(regressed === null ? [] : [regressionMessage(regressed, item.to_ms)]),
    ],
    href: paths.invocations({
      status: "failed",
      app_name: item.app_name,
      action_name: item.action_name,
      version,
      since: new Date(item.from_ms).toISOString(),
    }),
    act: `Open ${some(failed, "invocation")}`,
  };
}

function stuck(item: Of<"stuck">, nowMs: number): Omit<AttentionMessage, "tone"> {
  const { invocations, longest, basis, limit_ms: limitMs, usual } = item;
  const [oldest] = longest;
  const forMs = oldest === undefined ? 0 : nowMs - oldest.started_at_ms;
  const title =
    invocations === 1
      ? `${actionOf(item)} ${oldest?.version ?? ""} has been running for ${formatDuration(forMs)}`
      : `${formatCount(invocations)} invocations of ${actionOf(item)} do not end, the oldest runs for ${formatDuration(forMs)}`;
  const because = {
    limit: `The time limit is ${formatDuration(limitMs)}`,
    usual: `Longer than ${formatDuration(limitMs)}`,
    long: `Longer than ${formatDuration(limitMs)}, not enough data on what is usual`,
  }[basis];
  return {
    word: "Stuck",
    glyph: "clock",
    title,
    evidence: [
      because,
      ...(usual === null || basis === "long"
        ? []
        : [
            `99 % of ${some(usual.invocations, "invocation")} took less than ${formatDuration(usual.p99_ms)}`,
          ]),
    ],
    href:
      invocations === 1 && oldest !== undefined
        ? paths.invocation(oldest.id)
        : paths.invocations({ status: "running", app_name: item.app_name, action_name: item.action_name }),
    act: invocations === 1 ? "Open invocation" : `Open ${some(invocations, "invocation")}`,
  };
}

function pool(item: Of<"pool">): Omit<AttentionMessage, "tone"> {
  const { available, acquired, size, unfilled, minutes_left: left, drain_per_minute: perMinute } = item;
  const name = item.name ?? item.pool_id;
  const looks = {
    cannot_fill: {
      word: "Cannot fill",
      glyph: "triangle",
      title: `Pool ${name} does not fill: ${some(unfilled ?? 0, "browser")} missing`,
    },
    empty: {
      word: "Empty",
      glyph: "triangle",
      title: `Pool ${name} is empty: ${some(unfilled ?? 0, "browser")} missing`,
    },
    acquired: {
      word: "All taken",
      glyph: "disc",
      title: `Pool ${name} has no browser left: all are acquired`,
    },
    emptying: {
      word: "Emptying",
      glyph: "half",
      title: `Pool ${name} is empty in about ${formatAge((left ?? 0) * 60_000)}`,
    },
  } as const satisfies Record<Of<"pool">["state"], Pick<AttentionMessage, "word" | "glyph" | "title">>;
  return {
    ...looks[item.state],
    evidence: [
      `${formatCount(available)} of ${size === null ? "?" : formatCount(size)} available, ${formatCount(acquired)} acquired`,
      ...(item.unfilled_at_start === null
        ? []
        : [`unfilled ${formatCount(item.unfilled_at_start)} → ${formatCount(unfilled)}`]),
      ...(perMinute === null ? [] : [`${perMinute.toFixed(1)} taken a minute`]),
    ],
    href: paths.pool(item.pool_id),
    act: "Open pool",
  };
}

/** What uses a proxy: `2 pools, 7 browsers, 3 running invocations`. */
function usersOf({ pools, sessions, invocations, complete }: Of<"proxy">["dependents"]): string {
  const users = [
    ...(pools === 0 ? [] : [some(pools, "pool")]),
    ...(sessions === 0 ? [] : [some(sessions, "browser")]),
    ...(invocations === 0 ? [] : [some(invocations, "running invocation")]),
  ];
  if (users.length === 0) return complete ? "Nothing uses it" : "No user found so far";
  return `${complete ? "" : "At least "}${users.join(", ")} use it`;
}

function proxy(item: Of<"proxy">, nowMs: number): Omit<AttentionMessage, "tone"> {
  const { dependents, checks, unavailable, flap } = item;
  const name = item.name ?? item.proxy_id;
  return {
    word: item.state === "down" ? "Down" : "Flapping",
    glyph: item.state === "down" ? "cross" : "half",
    title:
      item.state === "down"
        ? `Proxy ${name} is down`
        : `Proxy ${name} goes up and down: flap score ${formatCount(Math.round(flap ?? 0))} of 100`,
    evidence: [
      usersOf(dependents),
      `${formatCount(unavailable)} of ${some(checks, "check")} in 24 h failed`,
      ...(item.checked_at_ms === null ? [] : [`checked ${formatAge(nowMs - item.checked_at_ms)} ago`]),
    ],
    href: paths.proxies({ open: item.proxy_id }),
    act: "Open proxy",
  };
}

/** Error codes of a recorder that can read but not write. */
const writeCodes: ReadonlySet<string | null> = new Set(["store_unavailable", "too_many"]);

function recorder({
  state,
  code,
  reached_ms: reached,
  to_ms: to,
}: Of<"recorder">): Omit<AttentionMessage, "tone"> {
  const unwritten = state === "failing" && writeCodes.has(code);
  const titles = {
    off: "Nothing is recorded now",
    failing: unwritten
      ? "The recorder cannot write: what happens now may be missing"
      : "The recorder gets no answer: what happens now is missing",
    behind: "The history is still loading: older invocations are missing",
  } as const;
  return {
    word: "Recorder",
    glyph: state === "behind" ? "half" : "triangle",
    title: titles[state],
    evidence: [
      ...(code === null ? [] : [code]),
      ...(reached === null || to === null
        ? [unwritten ? "Settings name what is not written" : "Charts have a gap until it recovers"]
        : [`${formatAge(reached - to)} still to load`]),
    ],
    href: "/settings#recorder",
    act: "Open recorder",
  };
}

function messageOf(item: AttentionItem, nowMs: number): Omit<AttentionMessage, "tone"> {
  switch (item.kind) {
    case "silent":
      return {
        word: "No answer",
        glyph: "clock",
        title: "The API does not answer",
        evidence: [
          item.last_answer_at_ms === null
            ? "No answer since the dashboard started"
            : `Last answer ${formatAge(nowMs - item.last_answer_at_ms)} ago`,
          ...(item.code === null ? [] : [item.code]),
        ],
        href: paths.settings(),
        act: "Open connection",
      };
    case "recorder":
      return recorder(item);
    case "failing":
      return failing(item);
    case "spike":
      return spikeMessage(item);
    case "slower":
      return slowerMessage(item);
    case "alerts":
      return alertsMessage(item);
    case "interrupted":
      return {
        word: "Cut short",
        glyph: "square",
        title: `${some(item.invocations, "invocation")} of ${some(item.actions, "action")} ended because the service stopped`,
        evidence: ["Not counted as failures", "Not run again"],
        href: paths.invocations({
          status: "failed",
          reason_has: "the service",
          since: new Date(item.from_ms).toISOString(),
        }),
        act: `Open ${some(item.invocations, "invocation")}`,
      };
    case "stuck":
      return stuck(item, nowMs);
    case "waiting":
      return {
        word: "Waiting",
        glyph: "ring",
        title: `${some(item.queued, "invocation")} queued, the oldest for ${formatDuration(nowMs - item.oldest.started_at_ms)}`,
        evidence: [`${actionOf(item.oldest)} has waited longest`],
        href: paths.invocations({ status: "queued" }),
        act: "Open queue",
      };
    case "pool":
      return pool(item);
    case "proxy":
      return proxy(item, nowMs);
  }
}

const tones = { critical: "bad", serious: "warn", notice: "neutral" } as const satisfies Record<
  AttentionItem["severity"],
  AttentionMessage["tone"]
>;

/** The message of an item at `nowMs`, epoch milliseconds. */
export const attentionMessage = (item: AttentionItem, nowMs: number): AttentionMessage => ({
  ...messageOf(item, nowMs),
  tone: tones[item.severity],
});
