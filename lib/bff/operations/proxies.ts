import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { dependents } from "../inventory.ts";
import { proxyHistory, proxyHistoryQuery, proxySchedule, scheduleUpdate } from "../proxies.ts";

export const proxyCheckOperations = defineOperations("Proxies", {
  readProxyHistory: {
    method: "GET",
    path: "/history/proxies",
    summary: "List recorded checks of proxies since a time, with uptime, flapping and durations",
    query: proxyHistoryQuery,
    answers: { 200: { kind: "json", schema: proxyHistory } },
    errors: [400],
  },
  readProxyBlast: {
    method: "GET",
    path: "/proxies/{id}/blast",
    summary: "List what uses a proxy: pools, active browsers and their running invocations",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: dependents } },
  },
  readProxySchedule: {
    method: "GET",
    path: "/proxies/schedule",
    summary: "Get the schedule of proxy checks",
    answers: { 200: { kind: "json", schema: proxySchedule } },
  },
  setProxySchedule: {
    method: "PUT",
    path: "/proxies/schedule",
    summary: "Set the schedule of proxy checks",
    body: { kind: "json", schema: scheduleUpdate, required: true },
    answers: { 200: { kind: "json", schema: proxySchedule } },
    errors: [400, 409],
  },
});
