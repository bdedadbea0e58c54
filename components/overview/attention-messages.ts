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
    title: `${actionOf(item)} fails ${formatPercent(share)} on ${version || "?"} (${formatCount(failed)} of ${formatCount(finished)})${compared}`,
    evidence: [
      ...(first === undefined
        ? []
        : [
            `${formatCount(first.invocations)} of ${formatCount(failed)}: ${first.example ?? "no reason given"}`,
          ]),
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
      : `${formatCount(invocations)} invocations of ${actionOf(item)} should be over, the oldest has been running for ${formatDuration(forMs)}`;
  const because = {
    limit: `no invocation may take longer than ${formatDuration(limitMs)}`,
    usual: `longer than ${formatDuration(limitMs)}`,
    long: `longer than ${formatDuration(limitMs)}, and too few ended invocations to know what is usual`,
  }[basis];
  return {
    word: "Stuck",
    glyph: "clock",
    title,
    evidence: [
      because,
      ...(usual === null || basis === "long"
        ? []
        : [`p99 of ${some(usual.invocations, "ended invocation")} is ${formatDuration(usual.p99_ms)}`]),
    ],
    href:
      invocations === 1 && oldest !== undefined
        ? paths.invocation(oldest.id)
        : paths.invocations({ status: "running", app_name: item.app_name, action_name: item.action_name }),
    act: invocations === 1 ? "Open invocation" : `Open ${some(invocations, "invocation")}`,
  };
}

function pool(item: Of<"pool">, nowMs: number): Omit<AttentionMessage, "tone"> {
  const { available, acquired, size, unfilled, minutes_left: left, drain_per_minute: perMinute } = item;
  const name = item.name ?? item.pool_id;
  const looks = {
    cannot_fill: {
      word: "Cannot fill",
      glyph: "triangle",
      title: `Pool ${name} does not fill: ${some(unfilled ?? 0, "browser")} short of its size`,
    },
    empty: {
      word: "Empty",
      glyph: "triangle",
      title: `Pool ${name} is empty and ${formatCount(unfilled)} short of its size`,
    },
    acquired: {
      word: "All taken",
      glyph: "disc",
      title: `Pool ${name} is fully acquired: no browser is left`,
    },
    emptying: {
      word: "Emptying",
      glyph: "half",
      title: `Pool ${name} is empty in about ${formatAge((left ?? 0) * 60_000)} at the present drain`,
    },
  } as const satisfies Record<Of<"pool">["state"], Pick<AttentionMessage, "word" | "glyph" | "title">>;
  const sampled =
    item.from_ms === null
      ? []
      : [`${some(item.samples, "sample")} over ${formatAge(item.sampled_at_ms - item.from_ms)}`];
  return {
    ...looks[item.state],
    evidence: [
      `${formatCount(available)} of ${size === null ? "?" : formatCount(size)} available, ${formatCount(acquired)} acquired`,
      ...(item.unfilled_at_start === null
        ? []
        : [`unfilled ${formatCount(item.unfilled_at_start)} → ${formatCount(unfilled)}`]),
      ...(perMinute === null ? [] : [`${perMinute.toFixed(1)} a minute taken`]),
      ...sampled,
      `read ${formatAge(nowMs - item.sampled_at_ms)} ago`,
    ],
    href: paths.pool(item.pool_id),
    act: "Open pool",
  };
}

function proxy(item: Of<"proxy">, nowMs: number): Omit<AttentionMessage, "tone"> {
  const { dependents, checks, unavailable, flap } = item;
  const name = item.name ?? item.proxy_id;
  const more = dependents.complete ? "" : " at least";
  return {
    word: item.state === "down" ? "Down" : "Flapping",
    glyph: item.state === "down" ? "cross" : "half",
    title:
      item.state === "down"
        ? `Proxy ${name} is unavailable`
        : `Proxy ${name} flaps: score ${formatCount(Math.round(flap ?? 0))} of 100`,
    evidence: [
      `${some(dependents.pools, "pool")}, ${some(dependents.sessions, "live session")} and ${some(dependents.invocations, "running invocation")} hang on it${more}`,
      `${formatCount(unavailable)} of ${some(checks, "recorded check")} in 24 h unavailable`,
      item.checked_at_ms === null
        ? "checked at an unknown time"
        : `checked ${formatAge(nowMs - item.checked_at_ms)} ago`,
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
    off: "Nobody records: what happens now is not remembered",
    failing: unwritten
      ? "The recorder cannot write all that it has to: some of what happens now may be missing"
      : "The recorder gets no answer: what happens now is missing until it does",
    behind: "The recorder is reading back: older invocations are still missing",
  } as const;
  return {
    word: "Recorder",
    glyph: state === "behind" ? "half" : "triangle",
    title: titles[state],
    evidence: [
      ...(code === null ? [] : [code]),
      ...(reached === null || to === null
        ? [unwritten ? "the settings say what is not written" : "figures over time have a gap from here on"]
        : [`${formatAge(reached - to)} of starts are still to be read`]),
    ],
    href: "/settings#recorder",
    act: "Open recorder",
  };
}

function messageOf(item: AttentionItem, nowMs: number): Omit<AttentionMessage, "tone"> {
  switch (item.kind) {
    case "silent":
      return {
        word: "Stale",
        glyph: "clock",
        title: "The API gives no newer answer",
        evidence: [
          item.code ?? "no code",
          item.last_answer_at_ms === null
            ? "it has not answered since the dashboard started"
            : `last answer ${formatAge(nowMs - item.last_answer_at_ms)} ago`,
          "everything here is as it was last read",
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
        evidence: ["not counted as failures of their actions", "they were not run again by themselves"],
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
        evidence: [`${actionOf(item.oldest)} waits longest`],
        href: paths.invocations({ status: "queued" }),
        act: "Open queue",
      };
    case "pool":
      return pool(item, nowMs);
    case "proxy":
      return proxy(item, nowMs);
  }
}

const tones = { critical: "bad", serious: "warn", notice: "queued" } as const satisfies Record<
  AttentionItem["severity"],
  AttentionMessage["tone"]
>;

/** Certainty of an item, shown after its evidence; none for a fact read directly. */
export const certaintyLabels = {
  certain: undefined,
  likely: "not by chance",
  guess: "a rule of thumb, few figures",
} as const satisfies Record<AttentionItem["sure"], string | undefined>;

/** The message of an item at `nowMs`, epoch milliseconds. */
export const attentionMessage = (item: AttentionItem, nowMs: number): AttentionMessage => ({
  ...messageOf(item, nowMs),
  tone: tones[item.severity],
});
