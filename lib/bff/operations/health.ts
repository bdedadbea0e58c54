import { defineOperations } from "../../contract/operation.ts";
import { liveness, readiness } from "../readiness.ts";

export const healthOperations = defineOperations("Apps", {
  livez: {
    method: "GET",
    path: "/livez",
    summary: "Check whether the process runs",
    answers: { 200: { kind: "json", schema: liveness } },
  },
  readyz: {
    method: "GET",
    path: "/readyz",
    summary: "Check whether the process can serve requests, and if not, why",
    answers: { 200: { kind: "json", schema: readiness }, 503: { kind: "json", schema: readiness } },
  },
});
