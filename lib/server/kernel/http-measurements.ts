// Counts the requests of the process and how long they took to their answer's head: a stream has no other end.
import { BoundedNames, counter, histogram, otherName } from "./measurements.ts";
import { perProcess } from "./per-process.ts";

/** The most combinations of method, route and status with a series of their own. */
const mostCounted = 180;
const mostResources = 35;

const instruments = perProcess("http-measurements", () => ({
  counted: new BoundedNames(mostCounted),
  resources: new BoundedNames(mostResources),
  requests: counter({
    name: "fleetdeck_http_requests_total",
    help: "Requests to the dashboard by method, route and status of the answer.",
    labels: ["method", "route", "status"],
  }),
  durations: histogram({
    name: "fleetdeck_http_request_duration_seconds",
    help: "Seconds from a request to the head of its answer, by the first part of its route.",
    labels: ["resource"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
  }),
}));

export interface AnsweredRequest {
  method: string;
  /** The address without its query. */
  path: string;
  /** The template of its route below `/api`, if there was one. */
  route: string | undefined;
  status: number;
  seconds: number;
}

/** A name for where a request went, without ids. */
function routeName({ path, route }: Pick<AnsweredRequest, "path" | "route">): string {
  if (route !== undefined) return `/api${route}`;
  if (path.startsWith("/api/auth/")) return "/api/auth";
  if (path === "/api" || path.startsWith("/api/")) return "unmatched";
  return path.startsWith("/_next/") ? "static" : "page";
}

/** The first part of a route: `browsers` of `/api/browsers/{id}`. */
const resourceOf = (name: string): string => /^\/api\/([^/]+)/.exec(name)?.[1] ?? name;

/** Counts one request that was answered. */
export function countRequest(request: AnsweredRequest): void {
  const { counted, resources, requests, durations } = instruments();
  const { method, status, seconds } = request;
  const name = routeName(request);
  const resource = resourceOf(name);
  // Beyond the bound the status stays: alerts select by it.
  requests.inc(
    counted.admits(`${method} ${name} ${status}`)
      ? { method, route: name, status }
      : { method: otherName, route: otherName, status },
  );
  durations.observe({ resource: resources.admits(resource) ? resource : otherName }, seconds);
}
