import { defineOperations } from "../../contract/operation.ts";
import { liveness, readiness } from "../health.ts";

export const healthOperations = defineOperations("Apps", {
  livez: {
    method: "GET",
    path: "/livez",
    summary: "The process lives",
    answers: { 200: { kind: "json", schema: liveness } },
  },
  readyz: {
    method: "GET",
    path: "/readyz",
    summary: "The process can take requests",
    answers: { 200: { kind: "json", schema: readiness }, 503: { kind: "json", schema: readiness } },
  },
});
