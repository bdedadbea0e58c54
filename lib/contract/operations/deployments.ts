import {
  deployment,
  deploymentCreate,
  deploymentEvent,
  deploymentEventsQuery,
  deploymentFilters,
} from "../deployments.ts";
import { defineOperations } from "../operation.ts";
import { empty, id } from "./parts.ts";

/** Operations on deployments. */
export const deploymentOperations = defineOperations("Deployments", {
  createDeployment: {
    method: "POST",
    path: "/deployments",
    summary: "Deploy an application from a zip or a single module",
    body: { kind: "multipart", schema: deploymentCreate, required: true },
    answers: { 201: { kind: "json", schema: deployment } },
    errors: [400, 409, 413, 429],
  },
  listDeployments: {
    method: "GET",
    path: "/deployments",
    summary: "List deployments",
    query: deploymentFilters,
    answers: { 200: { kind: "list", item: deployment, paged: true } },
    errors: [400],
  },
  retrieveDeployment: {
    method: "GET",
    path: "/deployments/{id}",
    summary: "Retrieve a deployment",
    params: id,
    answers: { 200: { kind: "json", schema: deployment } },
    errors: [404],
  },
  deleteDeployment: {
    method: "DELETE",
    path: "/deployments/{id}",
    summary: "Stop a deployment and remove its code; its open invocations fail",
    params: id,
    answers: { 204: empty },
    errors: [403, 404],
  },
  followDeployment: {
    method: "GET",
    path: "/deployments/{id}/events",
    summary: "Stream the log and the states of a deployment until it runs or has failed",
    params: id,
    query: deploymentEventsQuery,
    answers: { 200: { kind: "events", item: deploymentEvent } },
    errors: [400, 404],
  },
});
