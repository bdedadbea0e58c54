import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { MuteSetting, RuleSetting, Signal } from "../bff/alert-rules.ts";
import { alertOperations } from "../bff/operations/alerts.ts";
import { bff } from "./bff.ts";

const all = ["alerts"] as const;
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: all });

export const alertQueries = {
  all: () => all,
  /** Open alerts, or the newest closed ones. */
  list: (state: "open" | "resolved") =>
    queryOptions({
      queryKey: [...all, "list", state] as const,
      queryFn: ({ signal }) =>
        bff.one(alertOperations.listAlerts, { query: { state, limit: 100 } }, { signal }),
    }),
  /** The rules with the state of their subjects. */
  rules: () =>
    queryOptions({
      queryKey: [...all, "rules"] as const,
      queryFn: ({ signal }) => bff.one(alertOperations.listAlertRules, {}, { signal }),
    }),
} as const;

export const alertMutations = {
  /** Creates a rule, or replaces the one with the given id. */
  save: () =>
    mutationOptions({
      mutationKey: [...all, "save"],
      mutationFn: ({ id, setting }: { id: string | undefined; setting: RuleSetting }) =>
        id === undefined
          ? bff.act(alertOperations.createAlertRule, { body: setting })
          : bff.act(alertOperations.updateAlertRule, { params: { id }, body: setting }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  remove: () =>
    mutationOptions({
      mutationKey: [...all, "remove"],
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(alertOperations.deleteAlertRule, { params: { id } }, { reason }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  /** Closes an alert without data. */
  close: () =>
    mutationOptions({
      mutationKey: [...all, "close"],
      mutationFn: ({ id, note }: { id: string; note: string }) =>
        bff.act(alertOperations.closeAlert, { params: { id }, body: { note } }, { reason: note }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  /** Mutes for so many minutes; 0 unmutes. */
  mute: () =>
    mutationOptions({
      mutationKey: [...all, "mute"],
      mutationFn: ({ id, ...body }: MuteSetting & { id: string }) =>
        bff.act(alertOperations.muteAlertRule, { params: { id }, body }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  /** Evaluates a signal without notifications. */
  test: () =>
    mutationOptions({
      mutationKey: [...all, "test"],
      mutationFn: (signal: Signal) => bff.act(alertOperations.testAlertRule, { body: { signal } }),
    }),
} as const;
