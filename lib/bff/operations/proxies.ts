import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { dependents } from "../inventory.ts";
import { proxyHistory, proxyHistoryQuery, proxySchedule, scheduleSetting } from "../proxies.ts";

export const proxyCheckOperations = {
  readProxyHistory: defineOperation({
    id: "readProxyHistory",
    tag: "Proxies",
    shown: false,
    method: "GET",
    path: "/history/proxies",
    summary: "The recorded checks of proxies since a time, with their figures",
    params: none,
    query: proxyHistoryQuery,
    answers: { 200: { kind: "json", schema: proxyHistory } },
    errors: [400],
  }),
  readProxyBlast: defineOperation({
    id: "readProxyBlast",
    tag: "Proxies",
    shown: false,
    method: "GET",
    path: "/proxies/{id}/blast",
    summary: "What hangs on a proxy: pools, live sessions, running runs behind them",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    query: none,
    answers: { 200: { kind: "json", schema: dependents } },
    errors: [],
  }),
  readProxySchedule: defineOperation({
    id: "readProxySchedule",
    tag: "Proxies",
    shown: false,
    method: "GET",
    path: "/proxies/schedule",
    summary: "Whether and how often proxies are checked without being asked",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: proxySchedule } },
    errors: [],
  }),
  setProxySchedule: defineOperation({
    id: "setProxySchedule",
    tag: "Proxies",
    shown: false,
    method: "PUT",
    path: "/proxies/schedule",
    summary: "Set whether and how often proxies are checked without being asked",
    params: none,
    query: none,
    body: { kind: "json", schema: scheduleSetting, required: true },
    answers: { 200: { kind: "json", schema: proxySchedule } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
