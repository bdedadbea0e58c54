import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { sessionActivity } from "../session-activity.ts";
import {
  listedSessionOrigin,
  recordedBrowsers,
  sessionOrigin,
  sessionOriginsQuery,
} from "../session-origin.ts";

export const sessionOriginOperations = defineOperations("Apps", {
  readSessionOrigin: {
    method: "GET",
    path: "/browsers/{id}/origin",
    summary: "The pool and the invocation of a session, as remembered, also of one that has ended",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: sessionOrigin } },
  },
  listSessionOrigins: {
    method: "GET",
    path: "/inventory/session_origins",
    summary: "The pool and the invocation of several sessions, as remembered, also of those that have ended",
    query: sessionOriginsQuery,
    answers: { 200: { kind: "list", item: listedSessionOrigin, paged: false } },
    errors: [400],
  },
  readSessionActivity: {
    method: "GET",
    path: "/browsers/{id}/activity",
    summary: "What keeps a session from its inactivity timeout, as its telemetry shows",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: sessionActivity } },
    errors: [404],
  },
  listRecordedBrowsers: {
    method: "GET",
    path: "/invocations/{id}/recorded_browsers",
    summary: "The sessions recorded with an invocation, ended ones included",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: recordedBrowsers } },
  },
});
