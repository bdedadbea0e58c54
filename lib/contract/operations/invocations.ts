import {
  createdInvocation,
  invocation,
  invocationBodyMaxBytes,
  invocationCreate,
  invocationEvent,
  invocationEventsQuery,
  invocationFilters,
  invocationUpdate,
} from "../invocations.ts";
import { defineOperations } from "../operation.ts";
import { id } from "./parts.ts";

const oneInvocation = { kind: "json", schema: invocation } as const;

/** Operations on invocations, without those on their browsers: lists of invocations load no schema of a browser. */
export const invocationOperations = defineOperations("Invocations", {
  createInvocation: {
    shown: true,
    method: "POST",
    path: "/invocations",
    summary: "Invoke an action",
    body: { kind: "json", schema: invocationCreate, required: true, maxBytes: invocationBodyMaxBytes },
    answers: {
      200: { kind: "json", schema: createdInvocation },
      202: { kind: "json", schema: createdInvocation },
    },
    errors: [400, 404, 429],
  },
  listInvocations: {
    shown: true,
    method: "GET",
    path: "/invocations",
    summary: "List invocations",
    query: invocationFilters,
    answers: { 200: { kind: "list", item: invocation, paged: true } },
    errors: [400],
  },
  retrieveInvocation: {
    method: "GET",
    path: "/invocations/{id}",
    summary: "Retrieve an invocation",
    params: id,
    answers: { 200: oneInvocation },
    errors: [404],
  },
  updateInvocation: {
    method: "PATCH",
    path: "/invocations/{id}",
    summary: "End an invocation by force; failed cancels it and destroys its browsers",
    params: id,
    body: { kind: "json", schema: invocationUpdate, required: true, maxBytes: invocationBodyMaxBytes },
    answers: { 200: oneInvocation },
    errors: [400, 404, 409],
  },
  followInvocation: {
    method: "GET",
    path: "/invocations/{id}/events",
    summary: "Stream the log and the states of an invocation until it is over",
    params: id,
    query: invocationEventsQuery,
    answers: { 200: { kind: "events", item: invocationEvent } },
    errors: [400, 404],
  },
});
