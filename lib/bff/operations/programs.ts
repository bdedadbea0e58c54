import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";

/** A message of JSON-RPC 2.0 (jsonrpc.org/specification). */
const rpcMessage = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});

/** For programs: monitoring, clients that are generated, and assistants. */
export const programOperations = defineOperations("Apps", {
  readMetrics: {
    method: "GET",
    path: "/metrics",
    summary: "Get metrics of the dashboard and the fleet for Prometheus",
    answers: { 200: { kind: "bytes", contentType: "text/plain" } },
  },
  readOpenApi: {
    method: "GET",
    path: "/openapi.json",
    summary: "Get this API as an OpenAPI 3.1 document",
    answers: { 200: { kind: "json", schema: z.record(z.string(), z.unknown()) } },
  },
  callMcp: {
    method: "POST",
    path: "/mcp",
    summary: "Tools for assistants (Model Context Protocol): one JSON-RPC message and its answer",
    body: { kind: "json", schema: rpcMessage, required: true },
    answers: {
      200: { kind: "json", schema: rpcMessage },
      202: { kind: "empty" },
    },
    errors: [400, 404, 406],
  },
});
