import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { dependents } from "../inventory.ts";
import { proxyHistory, proxyHistoryQuery, proxySchedule, scheduleSetting } from "../proxies.ts";

export const proxyCheckOperations = defineOperations("Proxies", {
  readProxyHistory: {
    method: "GET",
    path: "/history/proxies",
    summary: "The recorded checks of proxies since a time, with their figures",
    query: proxyHistoryQuery,
    answers: { 200: { kind: "json", schema: proxyHistory } },
    errors: [400],
  },
  readProxyBlast: {
    method: "GET",
    path: "/proxies/{id}/blast",
    summary: "What hangs on a proxy: pools, live sessions, running invocations behind them",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: dependents } },
  },
  readProxySchedule: {
    method: "GET",
    path: "/proxies/schedule",
    summary: "Whether and how often proxies are checked on a schedule",
    answers: { 200: { kind: "json", schema: proxySchedule } },
  },
  setProxySchedule: {
    method: "PUT",
    path: "/proxies/schedule",
    summary: "Set whether and how often proxies are checked on a schedule",
    body: { kind: "json", schema: scheduleSetting, required: true },
    answers: { 200: { kind: "json", schema: proxySchedule } },
    errors: [400],
  },
});
