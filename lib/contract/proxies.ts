import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { openEnum, optional, resource, timestamp } from "./schema.ts";

/** Proxy types of the specification. */
export const proxyTypes = ["datacenter", "isp", "residential", "mobile", "custom"] as const;
/** Protocols of the specification; `https` by default. */
export const proxyProtocols = ["http", "https"] as const;
/** Health statuses of the specification. */
export const proxyStatuses = ["available", "unavailable"] as const;

/** Settings of a proxy; which are present depends on its type. Fields as in the types of @onkernel/sdk. */
export const proxyConfig = resource({
  country: optional(z.string()),
  state: optional(z.string()),
  city: optional(z.string()),
  zip: optional(z.string()),
  asn: optional(z.string()),
  os: optional(z.string()),
  carrier: optional(z.string()),
  host: optional(z.string()),
  port: optional(z.int()),
  username: optional(z.string()),
  has_password: optional(z.boolean()),
});

/** A proxy with the result of its last check; fields as in the specification. */
export const proxy = resource({
  id: z.string().check(z.minLength(1)),
  name: optional(z.string()),
  type: optional(openEnum(proxyTypes)),
  protocol: optional(openEnum(proxyProtocols)),
  status: optional(openEnum(proxyStatuses)),
  last_checked: optional(timestamp),
  ip_address: optional(z.string()),
  config: optional(proxyConfig),
});
export type Proxy = z.infer<typeof proxy>;

const proxyName = z
  .string()
  .check(z.minLength(1), z.maxLength(255), z.regex(/^\P{Cc}*$/u, "must not contain control characters"));

/** Body of POST /proxies; the service checks `config` against the type. */
export const proxyCreate = z.object({
  type: z.enum(proxyTypes),
  name: z.optional(proxyName),
  protocol: z.optional(z.enum(proxyProtocols)),
  config: z.optional(
    z.object({
      country: z.optional(z.string()),
      state: z.optional(z.string()),
      city: z.optional(z.string()),
      zip: z.optional(z.string()),
      asn: z.optional(z.string()),
      os: z.optional(z.string()),
      carrier: z.optional(z.string()),
      host: z.optional(z.string().check(z.minLength(1))),
      port: z.optional(z.int().check(z.minimum(1), z.maximum(65_535))),
      username: z.optional(z.string()),
      password: z.optional(z.string().check(z.minLength(5))),
    }),
  ),
});
export type ProxyCreate = z.infer<typeof proxyCreate>;

/** Body of PATCH /proxies/{id}. */
export const proxyUpdate = z.object({ name: proxyName });

/** Body of POST /proxies/{id}/check, accepted and ignored: the specification has none, newer clients send `{}`. */
export const proxyCheck = z.object({ url: z.optional(z.string()) });

/** Query of GET /proxies. Only newer clients send it. */
export const proxyFilters = z.object({
  name: z.optional(z.string()),
  query: z.optional(z.string()),
  ...pageQuery,
});
