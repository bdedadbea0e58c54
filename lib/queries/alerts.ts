import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { MuteSetting, RuleUpdate, Signal } from "../bff/alert-rules.ts";
import { alertOperations } from "../bff/operations/alerts.ts";
import { bff } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["alerts"] as const;

export const alertQueries = {
  /** Open alerts, the most severe first. */
  open: () => oneQuery(all, alertOperations.listAlerts, { query: { state: "open", limit: 100 } }),
  /** Past alerts, newest first, page by page. */
  past: () =>
    infiniteQueryOptions({
      queryKey: [...all, "past"] as const,
      queryFn: ({ signal, pageParam }) =>
        bff.one(
          alertOperations.listAlerts,
          { query: { state: "resolved", limit: 50, cursor: pageParam === "" ? undefined : pageParam } },
          { signal },
        ),
      initialPageParam: "",
      getNextPageParam: ({ data }) => data.next_cursor,
    }),
  /** The rules with the state of their subjects. */
  rules: () => oneQuery(all, alertOperations.listAlertRules, {}),
} as const;

export const alertMutations = {
  /** Creates a rule, or replaces the one with the given id. */
  save: () =>
    mutationOptions({
      mutationFn: ({ id, setting }: { id: string | undefined; setting: RuleUpdate }) =>
        id === undefined
          ? bff.act(alertOperations.createAlertRule, { body: setting })
          : bff.act(alertOperations.updateAlertRule, { params: { id }, body: setting }),
      meta: { invalidates: all },
    }),
  /** Adds the starter rules that do not exist. */
  addStarters: () =>
    mutationOptions({
      mutationFn: () => bff.act(alertOperations.createStarterRules, {}),
      meta: { invalidates: all },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(alertOperations.deleteAlertRule, { params: { id } }, { reason }),
      meta: { invalidates: all },
    }),
  /** Closes an alert without data. */
  close: () =>
    mutationOptions({
      mutationFn: ({ id, note }: { id: string; note: string }) =>
        bff.act(alertOperations.closeAlert, { params: { id }, body: { note } }, { reason: note }),
      meta: { invalidates: all },
    }),
  /** Mutes for so many minutes; 0 unmutes. */
  mute: () =>
    mutationOptions({
      mutationFn: ({ id, ...body }: MuteSetting & { id: string }) =>
        bff.act(alertOperations.muteAlertRule, { params: { id }, body }),
      meta: { invalidates: all },
    }),
  /** Evaluates a signal without notifications. */
  test: () =>
    mutationOptions({
      mutationFn: (signal: Signal) => bff.act(alertOperations.testAlertRule, { body: { signal } }),
    }),
} as const;
