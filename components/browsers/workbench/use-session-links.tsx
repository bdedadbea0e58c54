"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PinBadge } from "@/components/inventory/pin-badge";
import { ResourceTrouble } from "@/components/inventory/resource-trouble";
import { useRecordedName } from "@/components/inventory/use-pins";
import { Link } from "@/components/ui/link";
import { StatusBadge } from "@/components/ui/status-badge";
import type { InventoryKind } from "@/lib/bff/inventory";
import type { Browser } from "@/lib/contract/browsers";
import { type Invocation, isOpen } from "@/lib/contract/invocations";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { sessionInvocationQuery, sessionOriginQuery } from "@/lib/queries/session-origin";

/** Something that a session belongs to or uses. */
export interface SessionLink {
  readonly name: "invocation" | "lastInvocation" | "pool" | "proxy" | "profile";
  readonly link: ReactNode;
}

/** What a session belongs to and uses, as far as it is answered or recorded. `session`: answered, or recorded. */
export function useSessionLinks(
  id: string,
  session: Browser | undefined,
  ended: boolean,
): readonly SessionLink[] {
  const remembered = useQuery({
    ...sessionOriginQuery(id),
    refetchInterval: ended ? false : paces.refresh.figuresMs,
  });
  const origin = remembered.data?.data;
  // Recorded data cost no API request; the API is queried only for an active session without a recorded
  // invocation.
  const unknown = !remembered.isPending && (origin?.invocation ?? null) === null;
  const found = useQuery({
    ...sessionInvocationQuery(id),
    enabled: session !== undefined && !ended && unknown,
  }).data;
  // A session's first answer precedes the record of it; an older API sends no pool.
  const pool = session?.pool ?? origin?.pool;
  const poolName = useRecordedName("pool", pool?.name ? undefined : pool?.id);
  const proxyName = useRecordedName("proxy", session?.proxy_id ?? undefined);
  return linksOf(session, {
    invocation: origin?.invocation ?? found,
    pool: pool && { id: pool.id, name: pool.name || poolName },
    proxyName,
    ended,
  });
}

const linkClass = "text-accent underline";

function linksOf(
  session: Browser | undefined,
  {
    invocation,
    pool,
    proxyName,
    ended,
  }: {
    invocation: Pick<Invocation, "id" | "action_name" | "version" | "status"> | null | undefined;
    pool: { id: string; name: string | undefined } | null | undefined;
    proxyName: string | undefined;
    /** Whether the session has ended. */
    ended: boolean;
  },
): readonly SessionLink[] {
  const { proxy_id, profile } = session ?? {};
  const links: SessionLink[] = [];
  const add = (
    name: SessionLink["name"],
    href: string,
    text: string,
    of?: { kind: InventoryKind; id: string } | { status: string | null | undefined },
  ) =>
    links.push({
      name,
      link: (
        <>
          <Link className={linkClass} href={href}>
            {text}
          </Link>
          {of === undefined ? null : "status" in of ? (
            <>
              {" "}
              <StatusBadge of="invocation" status={of.status} />
            </>
          ) : (
            <>
              <ResourceTrouble {...of} />
              <PinBadge {...of} />
            </>
          )}
        </>
      ),
    });
  if (invocation) {
    add(
      // A browser that goes on may have got another holder since.
      ended || isOpen(invocation) ? "invocation" : "lastInvocation",
      paths.invocation(invocation.id),
      [invocation.action_name ?? invocation.id, invocation.version].filter(Boolean).join(" "),
      { status: invocation.status },
    );
  }
  if (pool) add("pool", paths.pool(pool.id), pool.name ?? pool.id, { kind: "pool", id: pool.id });
  if (proxy_id)
    add("proxy", paths.proxies({ open: proxy_id }), proxyName ?? proxy_id, { kind: "proxy", id: proxy_id });
  if (profile) {
    const name = profile.name ?? profile.id;
    if (name)
      add("profile", paths.profiles({ find: name }), name, { kind: "profile", id: profile.id ?? name });
  }
  return links;
}
