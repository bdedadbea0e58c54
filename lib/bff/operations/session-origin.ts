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
    summary: "Get the recorded pool and invocation of a browser, also after its end",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: sessionOrigin } },
  },
  listSessionOrigins: {
    method: "GET",
    path: "/inventory/session_origins",
    summary: "Get the recorded pools and invocations of several browsers, also after their end",
    query: sessionOriginsQuery,
    answers: { 200: { kind: "list", item: listedSessionOrigin, paged: false } },
    errors: [400],
  },
  readSessionActivity: {
    method: "GET",
    path: "/browsers/{id}/activity",
    summary: "Get what keeps a browser from its inactivity timeout, from its telemetry",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: sessionActivity } },
    errors: [404],
  },
  listRecordedBrowsers: {
    method: "GET",
    path: "/invocations/{id}/recorded_browsers",
    summary: "List the recorded browsers of an invocation, also ended ones",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: recordedBrowsers } },
  },
});
