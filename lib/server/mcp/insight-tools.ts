// Why invocations fail: what changed, which version became worse, and what the failures share.

import * as z from "zod/mini";
import type { ActionFigures, VersionFigures } from "../../bff/insight.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import { dayMs, hourMs } from "../../bff/time-units.ts";
import { defineTool, id, moment, rangeMs } from "./tool.ts";

const { readActionInsight, readSpike, readTimeline } = ownOperations;

const shownVersion = ({ interval: _, ...figures }: VersionFigures) => figures;
const shownAction = ({ interval: _, trend: __, versions, ...figures }: ActionFigures) => ({
  ...figures,
  versions: versions.map(shownVersion),
});

export const versions = defineTool({
  name: "versions",
  title: "Versions compared",
  description:
    'Failure share and durations of each action and its versions, and whether the newest version is worse than the one before (`verdict`; `too_few`: it cannot be said yet); actions with a version that became worse first, then those with the most invocations. By default of the last 24 hours. Example: {"app":"shop","action":"checkout","since":"6h"}',
  needs: [readActionInsight],
  input: z.object({
    app: z.optional(id),
    action: z.optional(id),
    since: z.optional(moment),
    until: z.optional(moment),
  }),
  async run({ app, action, since, until }, { call, nowMs }) {
    const { sinceMs, untilMs } = rangeMs({ since, until }, nowMs, dayMs);
    const query = { since_ms: sinceMs, until_ms: untilMs };
    const { actions, ...rest } = await call(readActionInsight, { query });
    const wanted = actions.filter(
      ({ app_name, action_name }) =>
        (app === undefined || app_name === app) && (action === undefined || action_name === action),
    );
    const isWorse = ({ verdict }: ActionFigures) => verdict.state === "regressed";
    const ordered = [...wanted.filter(isWorse), ...wanted.filter((each) => !isWorse(each))];
    return { ...rest, actions: ordered.map(shownAction) };
  },
});

export const sharedByFailures = defineTool({
  name: "shared_by_failures",
  title: "What failures share",
  description:
    'Whether it is the proxy, the version or the site: which applications, actions, versions, pools, proxies and profiles the failures of the last minutes share (15 by default, 5 to 180), each with how many of the failed and of all ended invocations have it. `lift` above 1: more often among the failed. Pool, proxy and profile are known of `sessions_known` only. `verdict`: whether more fail than in the day before. Example: {"minutes":60}',
  needs: [readSpike],
  input: z.object({ minutes: z.optional(z.int().check(z.minimum(5), z.maximum(180))) }),
  run: async ({ minutes }, { call }) =>
    await call(readSpike, { query: minutes === undefined ? {} : { minutes } }),
});

/** The versions that were first invoked from `sinceMs` on, the newest first. */
const newVersions = (actions: readonly ActionFigures[], sinceMs: number) =>
  actions
    .flatMap(({ app_name: app, action_name: action, versions: all }) =>
      all.map(({ version, first_invocation_at_ms, ended, failed }) => {
        return { app, action, version, first_invocation_at_ms, ended, failed };
      }),
    )
    .filter(({ first_invocation_at_ms: at }) => at !== null && at >= sinceMs)
    .sort((a, b) => Number(b.first_invocation_at_ms) - Number(a.first_invocation_at_ms));

export const changes = defineTool({
  name: "changes",
  title: "What changed",
  description:
    'What was changed in a range of time: versions that were invoked for the first time, with how many of their invocations failed; acts of people and programs with the dashboard, with reason and outcome (operators only), the newest 500, without those of its rules; marks of operators. By default the last hour, at most 31 days; a shorter range where `earlier_left_out` is above 0. What was changed in the API by other means is not recorded, but for the versions. Example: {"since":"2h"}',
  needs: [readActionInsight, readTimeline],
  input: z.object({ since: z.optional(moment), until: z.optional(moment) }),
  async run({ since, until }, { call, nowMs }) {
    const { sinceMs, untilMs } = rangeMs({ since, until }, nowMs, hourMs);
    const [{ actions }, { actions: acts, annotations }] = await Promise.all([
      call(readActionInsight, { query: { since_ms: sinceMs, until_ms: untilMs } }),
      call(readTimeline, { query: { from_ms: sinceMs, to_ms: untilMs, by_rules: "no" } }),
    ]);
    return {
      since_ms: sinceMs,
      until_ms: untilMs,
      new_versions: newVersions(actions, sinceMs),
      acts:
        acts === null
          ? "Reading acts needs the operator role."
          : { items: acts.items, earlier_left_out: acts.total - acts.items.length },
      marks: annotations,
    };
  },
});
