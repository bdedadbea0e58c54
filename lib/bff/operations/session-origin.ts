import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { recordedBrowsers, sessionOrigin } from "../session-origin.ts";

export const sessionOriginOperations = {
  readSessionOrigin: defineOperation({
    id: "readSessionOrigin",
    tag: "Browsers",
    shown: false,
    method: "GET",
    path: "/browsers/{id}/origin",
    summary: "The pool and the run of a session, as remembered, also of one that has ended",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    query: none,
    answers: { 200: { kind: "json", schema: sessionOrigin } },
    errors: [],
  }),
  listRecordedBrowsers: defineOperation({
    id: "listRecordedBrowsers",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/invocations/{id}/recorded_browsers",
    summary: "The sessions recorded with an invocation, ended ones included",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    query: none,
    answers: { 200: { kind: "json", schema: recordedBrowsers } },
    errors: [],
  }),
} satisfies Record<string, Operation>;
