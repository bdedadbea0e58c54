import { z } from "zod";
import { pageQuery } from "./paging.ts";
import { openEnum, optional, resource, timestamp } from "./schema.ts";

export const proxyTypes = ["datacenter", "isp", "residential", "mobile", "custom"] as const;
export const proxyProtocols = ["http", "https"] as const;
export const proxyStatuses = ["available", "unavailable"] as const;

/** Settings of a proxy; which fields are there depends on its type: wire.md §4.2. */
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

/** A proxy with its present health: api.md §2. */
export const proxy = resource({
  id: z.string().min(1),
  name: optional(z.string()),
  type: optional(openEnum(proxyTypes)),
  protocol: optional(openEnum(proxyProtocols)),
  status: optional(openEnum(proxyStatuses)),
  last_checked: optional(timestamp),
  ip_address: optional(z.string()),
  config: optional(proxyConfig),
});
export type Proxy = z.infer<typeof proxy>;

/** What a client may ask for; the service checks config against the type. */
export const proxyCreate = z.object({
  type: z.enum(proxyTypes),
  name: z.string().min(1).max(255).optional(),
  protocol: z.enum(proxyProtocols).optional(),
  config: z
    .object({
      country: z.string().optional(),
      state: z.string().optional(),
      city: z.string().optional(),
      zip: z.string().optional(),
      asn: z.string().optional(),
      os: z.string().optional(),
      carrier: z.string().optional(),
      host: z.string().min(1).optional(),
      port: z.int().min(1).max(65_535).optional(),
      username: z.string().optional(),
      password: z.string().min(5).optional(),
    })
    .optional(),
});
export type ProxyCreate = z.infer<typeof proxyCreate>;

export const proxyUpdate = z.object({ name: z.string().min(1).max(255) });

/** Accepted and ignored: the specification's check has no body, newer clients send `{}`. */
export const proxyCheck = z.object({ url: z.string().optional() });

export const proxyFilters = z.object({
  name: z.string().optional(),
  query: z.string().optional(),
  ...pageQuery,
});
