// The BFF's own resources in the same form as the API's operations, so that routes and queries treat both alike.
import { z } from "zod";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { auditEntry, auditFilters } from "./audit.ts";
import { connection, liveness, readiness, session } from "./health.ts";
import { poolHistory, poolHistoryQuery } from "./history.ts";
import { liveFrame } from "./live.ts";

const none = z.object({});

/** The signed address of a live view; never kept, logged or put into a URL of ours. */
export const liveViewAddress = z.object({ url: z.string() });

export const ownOperations = {
  openLiveView: defineOperation({
    id: "openLiveView",
    tag: "Browsers",
    shown: false,
    method: "POST",
    path: "/browsers/{id}/live-view",
    summary: "The signed address of a session's live view",
    params: z.object({ id: z.string().min(1).max(255) }),
    query: none,
    answers: { 200: { kind: "json", schema: liveViewAddress } },
    errors: [404, 409, 502],
  }),
  retrieveSession: defineOperation({
    id: "retrieveSession",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/session",
    summary: "Who is signed in, the environment, the upstream's health",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: session } },
    errors: [],
  }),
  signOut: defineOperation({
    id: "signOut",
    tag: "Apps",
    shown: false,
    method: "DELETE",
    path: "/session",
    summary: "End this session everywhere, at once",
    params: none,
    query: none,
    answers: { 204: { kind: "empty" } },
    errors: [503],
  }),
  retrieveConnection: defineOperation({
    id: "retrieveConnection",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/connection",
    summary: "Where the API is and which optional operations it has",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: connection } },
    errors: [],
  }),
  listAudit: defineOperation({
    id: "listAudit",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/audit",
    summary: "Operator actions, newest first",
    params: none,
    query: auditFilters,
    answers: { 200: { kind: "list", item: auditEntry, paged: true } },
    errors: [400],
  }),
  readPoolHistory: defineOperation({
    id: "readPoolHistory",
    tag: "Browser Pools",
    shown: false,
    method: "GET",
    path: "/history/pools",
    summary: "Capacity of the pools over time, as recorded by the dashboard",
    params: none,
    query: poolHistoryQuery,
    answers: { 200: { kind: "json", schema: poolHistory } },
    errors: [400],
  }),
  watchLive: defineOperation({
    id: "watchLive",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/live",
    summary: "The one event stream of a browser: `topic` repeated, each followed by `cursor` to resume",
    params: none,
    query: none,
    answers: { 200: { kind: "events", item: liveFrame } },
    errors: [400, 503],
  }),
  livez: defineOperation({
    id: "livez",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/livez",
    summary: "The process lives",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: liveness } },
    errors: [],
  }),
  readyz: defineOperation({
    id: "readyz",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/readyz",
    summary: "The process can take requests",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: readiness }, 503: { kind: "json", schema: readiness } },
    errors: [],
  }),
} satisfies Record<string, Operation>;
