import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { liveness, readiness } from "../health.ts";

export const healthOperations = {
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
